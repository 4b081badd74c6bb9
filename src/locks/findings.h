// What the analyses of this folder answer. A candidate is `certified` if its schedule was replayed step by step on the
// program of locks (replay.h): then the locks do not exclude it. Data is abstracted away, so it may still be impossible
// in the real program. `unknown`: neither a proof nor a schedule; `why` says what stood in the way.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "locks/program.h"

namespace heddle::locks {

enum class Status : std::uint8_t { kCertified, kUnknown };

// A thread in a schedule. Of a thread with `several` there can be two instances.
struct Participant {
  ThreadId thread;
  std::uint32_t instance = 0;
  friend auto operator<=>(const Participant&, const Participant&) = default;
};

struct Step {
  enum class What : std::uint8_t {
    kEdge,       // takes the edge; of a Wait the release
    kReacquire,  // the second half of a Wait
    kSkip,       // a call and return in one: nothing in the callee concerns locks or threads
    kReturn,     // from place.procedure; the edge does not matter
  };
  std::uint32_t participant = 0;  // index into Schedule::participants
  What what = What::kEdge;
  Place place;
  // Which of the edge's choices it is. A lock that is none of Program::locks: an unknown one, or nothing was released.
  std::optional<LockId> lock;
  std::optional<ProcedureId> callee;
};

// From the beginning of the program. Steps without influence on others (Nothing, Access, Label) are there, too.
struct Schedule {
  std::vector<Participant> participants;
  std::vector<Step> steps;
  bool empty() const { return participants.empty(); }
};

// Where a thread stands, and with what: before the edge `place`, called by way of `calls` (outermost first).
struct Standing {
  ThreadId thread;
  std::uint32_t participant = 0;  // in the schedule, if there is one
  Place place;
  std::vector<Place> calls;
  std::vector<Held> held;  // in the order of acquisition; also locks that stand for several
};

struct Race {
  AccessId first, second;  // first <= second
  Standing accesses[2];    // of first, of second
  Status status = Status::kUnknown;
  Schedule schedule;  // empty if unknown
  std::string why;    // if unknown
};

enum class DeadlockKind : std::uint8_t {
  kCycle,  // each waits for a lock that the next holds, or for the end of the next
  kSelf,   // acquires again what it holds
};

struct Waiting {
  Standing where;              // before the acquire or join
  std::optional<LockId> lock;  // that it waits for, held by the next in the cycle; none: joins the next
};

struct Deadlock {
  DeadlockKind kind = DeadlockKind::kCycle;
  std::vector<Waiting> cycle;
  Status status = Status::kUnknown;
  Schedule schedule;
  std::string why;
};

enum class WarningKind : std::uint8_t {
  kHeldAtEnd,     // a thread can end with a lock held
  kWaitWithLock,  // waits on a condition while it holds another lock than its mutex
  kNotNested,     // releases a lock that is not the last one acquired
};
struct Warning {
  WarningKind kind;
  Standing where;
  LockId lock;
};

struct Findings {
  std::vector<Race> races;          // one for each pair of accesses, certified ones preferred
  std::vector<Deadlock> deadlocks;  // one for each cycle of places
  std::vector<Warning> warnings;    // one for each place and lock
  std::vector<std::string> limits;  // which limits were reached, in words; then what is missing is unknown, not proven
  bool races_complete = true;       // every race of the program of locks is listed: none listed is a proof
  bool deadlocks_complete = true;
  bool nested = true;  // all locks are used in a nested way: exact for two threads
};

}  // namespace heddle::locks
