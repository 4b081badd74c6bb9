// The machine as a search sees it: something that can be started, stepped, saved and restored, and that says what its
// threads are about to do. The real one is Machine (machine.h); the unit tests of the searches have one that runs
// scripts (tests/unit/search/toy_machine.h). A strategy is compiled once, for both.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machine/failure.h"
#include "model/may_do.h"
#include "model/operation.h"
#include "model/schedule.h"
#include "support/fingerprint.h"

namespace heddle {

class AccessWatch;
class ExecutionLog;
struct Flows;
class Knowledge;
namespace sync {
class World;
}

enum class Status : std::uint8_t {
  Running,   // some thread is enabled
  Finished,  // the process has ended
  Stuck,     // nobody is enabled: failures() holds the deadlock or livelock
  Failed,    // a bug after which this execution cannot go on
  Refused,   // the program did something that we do not model: refusal() says what and where
};

// Everything that a machine needs to come back to a state. Kept and filled again, so that saving does not allocate.
class SavedState {
 public:
  SavedState() = default;
  virtual ~SavedState() = default;
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;
};

inline bool is_in_thread_order(std::span<const Pending> list) {
  for (std::size_t i = 1; i < list.size(); ++i)
    if (list[i].thread <= list[i - 1].thread) return false;
  return true;
}

// Locks of mutexes that a search does not want to decide about: a thread that comes to a free one in its step goes on
// through it, as if it was chosen again at once.
class TakenAtOnce {
 public:
  virtual ~TakenAtOnce() = default;
  std::vector<Address> mutexes;
  // May the thread? Then the schedule has one more step here than the search has chosen.
  virtual bool goes_on(ThreadId, const Operation&) = 0;
};

class AbstractMachine {
 public:
  virtual ~AbstractMachine() = default;

  virtual void start() = 0;
  // One for each live thread, in ThreadId order. Also after Stuck and Failed: what the threads were about to do.
  virtual std::span<const Pending> pending() const = 0;
  // What this one is about to do, without making the list; nullptr: it does not live.
  virtual const Operation* next_of(ThreadId thread) const {
    for (const Pending& p : pending())
      if (p.thread == thread) return &p.operation;
    return nullptr;
  }
  virtual const Transition& step(ThreadId thread, Choice choice) = 0;
  // A machine need not know of such locks; and it stops in front of one if somebody else is to go on first.
  virtual const Transition& step_through(ThreadId thread, Choice choice, TakenAtOnce&) { return step(thread, choice); }
  virtual Status status() const = 0;
  // The last step, start or restore has led to more than a running state: there is a failure, an end, an endless loop.
  virtual bool is_eventful() const = 0;

  virtual std::unique_ptr<SavedState> make_saved_state() const = 0;
  virtual void save(SavedState& into) const = 0;
  // The state must be one of the path from start() to here.
  virtual void restore(const SavedState& from) = 0;

  // From the next start() on states can be compared: fingerprint() may be asked for.
  virtual void compare_states() {}
  // Stands for all that decides how the program can go on: memory, threads, objects; not what a detector knows.
  virtual Fingerprint fingerprint() const { return {}; }
  // All that it stands for.
  virtual void write_exact_state(std::vector<std::byte>& into) const { into.clear(); }
  // What the detector knows, in a form that compares between schedules; nothing if there is none. False: this detector
  // cannot say, so that states must not be taken for the same.
  virtual bool knowledge(Knowledge&) const { return false; }

  // In the last step, or start: who came round a loop that has no exit, which is what such a thread is meant to do, or
  // was woken for no reason, which is no spinning.
  virtual std::span<const ThreadId> came_round() const { return {}; }
  // States are compared, and the program never ends from here, but comes back to this state, whatever happens. `stuck`:
  // who takes steps on the way and never comes round a loop without an exit, one at least. What to say of that.
  virtual std::optional<Failure> livelock(std::span<const ThreadId> /*stuck*/) const { return std::nullopt; }

  // Found since the last step, start or restore.
  virtual const std::vector<Failure>& failures() const = 0;
  virtual const std::string& refusal() const = 0;

  // The bytes (address, width) that a pending SpinWait with this argument waits for, or the locks (address, kind) that
  // a LockAll waits for.
  virtual std::span<const std::pair<Address, std::uint32_t>> byte_set(std::uint64_t argument) const = 0;
  // What a thread may still do; nullptr: anything.
  virtual const MayDo* may_do(ThreadId) const = 0;
  virtual const sync::World& world() const = 0;
  // What follows the accesses for a search that asked for it (SearchKind::watches_accesses), else nullptr.
  virtual AccessWatch* watch() const = 0;
  // The events of the current execution, for a search that asked for them (SearchKind::logs_execution), else nullptr.
  virtual ExecutionLog* log() const { return nullptr; }
  // What becomes of the values that the program reads; nullptr: nobody knows.
  virtual const Flows* flows() const { return nullptr; }
  // Some plain accesses are scheduling points.
  virtual bool shows_accesses() const { return false; }
  // The program calls what changes more than accesses and synchronisation show (Image::hidden_effects).
  virtual bool has_hidden_effects() const { return false; }

  // What the following are about only real programs have.

  // An assumption of the program (heddle_assume) does not hold: this execution, if over, is none.
  virtual bool assumption_failed() const { return false; }
  // Rounds of loops that nobody can notice are left out: an execution with one is dropped where the round ends. For
  // searches that cover everything, which then meet it without the round (machine/in_vain.cpp).
  virtual void leave_out_rounds(bool) {}
  virtual bool leaves_out_rounds() const { return false; }
  // After Stuck: threads would go on, in ways that are covered by other executions.
  virtual bool dropped() const { return false; }
  // After Stuck: threads go round loops that have no exit, and nothing changes any more. It is what they are meant to
  // do.
  virtual bool runs_forever() const { return false; }
  // They go on: from now to the next restore or start nobody waits in a loop.
  virtual void roam() {}
  // A loop may have no end, and has no bound yet: the search is to begin again with one (run/deepening.h).
  virtual bool met_endless_loop() const { return false; }
  // A loop was not followed to its end, in some execution.
  virtual bool has_bounded_loops() const { return false; }
};

}  // namespace heddle
