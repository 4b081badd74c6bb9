// The symbolic machine: performs a schedule on a program of locks, step by step, exactly as program.h says, and refuses
// what cannot happen. It shares nothing with the analysis that made the schedule: what it accepts is certified.
#pragma once
#include <string>
#include <vector>

#include "locks/findings.h"
#include "locks/program.h"

namespace heddle::locks {

struct ThreadState {
  struct Frame {
    ProcedureId procedure;
    Node node;
  };
  struct Counted {
    Held held;
    std::uint32_t count = 1;
  };
  bool started = false, ended = false;
  std::vector<Frame> stack;   // the innermost last; empty before the start and after the end
  std::vector<Counted> held;  // in the order of acquisition
  bool inside_wait = false;   // between its halves, at the edge `wait`
  Place wait;
  LockId wait_lock{};

  const Counted* find(LockId lock) const;
};

struct Replay {
  std::string wrong;  // why a step cannot happen; empty: all did
  std::size_t steps = 0;
  std::vector<ThreadState> threads;  // of the participants, at the end or where it went wrong
};

class Replayer {
 public:
  explicit Replayer(const Program&);
  Replay run(const Schedule&) const;

 private:
  const Program& program_;
  std::vector<bool> passable_;  // procedures that can be run through without any action on locks or threads
};

// Does the thread stand before this edge (or, for a wait, inside it)?
bool stands_before(const Program&, const ThreadState&, Place);
// Is the thread at this edge kept from acquiring the lock by what the other holds?
bool blocked_by(const Program&, LockId, Mode, const ThreadState& other);

}  // namespace heddle::locks
