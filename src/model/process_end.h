// The end of one of several processes (OperationKind::ProcessExit) is noticed by others if it closes a connection,
// gives up a lock of a file or a robust mutex, or ends other threads. Otherwise it depends on nothing that other
// processes do.
#pragma once
#include "model/operation.h"

namespace heddle {

inline constexpr Address kUnnoticedEnd = 1;  // in Operation::object

inline bool ends_unnoticed(const Operation& operation) {
  return operation.kind == OperationKind::ProcessExit && operation.object == kUnnoticedEnd;
}

}  // namespace heddle
