// What a thread may still do, as far as its code tells without being run: an upper bound, for searches that have to
// know what cannot happen any more. Flow-insensitive: what the thread has behind it counts as well.
#pragma once
#include <cstdint>
#include <vector>

#include "model/ids.h"
#include "model/operation.h"

namespace heddle {

// An operation of this kind, silent ones included, on an object among these bytes. No size: on any object whatever.
struct MayTouch {
  OperationKind kind = OperationKind::None;
  Address begin = 0;
  std::uint64_t size = 0;
  friend bool operator==(const MayTouch&, const MayTouch&) = default;
};

struct MayDo {
  bool everything = true;  // nothing is known
  std::vector<MayTouch> touches;
};

}  // namespace heddle
