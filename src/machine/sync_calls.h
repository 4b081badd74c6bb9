// Shared by the models of synchronisation objects: how a call becomes an operation on the machine's object, and the
// time limit of those that may give up.
#pragma once
#include <errno.h>

#include "machine/announce.h"

namespace heddle {

inline int visible(const Call& call, OperationKind kind, const void* object, std::uint64_t argument = 0) {
  return static_cast<int>(engine->visible(call.operation(kind, object, argument)));
}
inline int initialising(const Call& call, OperationKind kind, const void* object, std::uint64_t argument = 0) {
  return static_cast<int>(engine->initialise(call.operation(kind, object, argument)));
}
inline int unlocking(const Operation& op) { return static_cast<int>(engine->unlock(op)); }
// The absolute time at which a wait may give up: when it did, that time has come.
class TimeLimit {
 public:
  TimeLimit(const Call& call, const timespec* until) {
    reads(until, sizeof *until, call.site());
    until_ = *until;
    note_in_call(static_cast<std::uint64_t>(until_.tv_sec));
    note_in_call(static_cast<std::uint64_t>(until_.tv_nsec));
  }
  // Nobody sees it come: the operation is the one without a limit.
  OperationKind either(OperationKind timed, OperationKind untimed) const {
    return valid() && is_out_of_reach(until_) ? untimed : timed;
  }
  bool valid() const { return until_.tv_nsec >= 0 && until_.tv_nsec < 1'000'000'000; }
  int result(int error) const {
    if (error != ETIMEDOUT) return error;
    if (!valid()) return EINVAL;  // noticed by who would have to wait
    clock_reaches(until_);
    return error;
  }

 private:
  timespec until_;
};

}  // namespace heddle
