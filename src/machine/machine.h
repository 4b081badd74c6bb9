// The machine runs the program one transition at a time, as told. It never decides which thread goes next.
//
//   machine.start();                              // the initial state: main has run up to its first visible operation
//   while (machine.status() == Status::Running) {
//     for (const Pending& p : machine.pending())  // one per live thread, in ThreadId order
//       if (p.enabled) ...
//     machine.step(thread, choice);               // p's operation, then everything invisible up to the next one
//   }
//
// A step also does what the operation made possible and what no other thread could tell apart: newly created threads
// run up to their first visible operation, joins of finished threads return, barriers let their threads go.
//
// There is one machine per process (the runtime entry points that compiled code calls have no parameter to find
// another): Machine is a handle on it.
#pragma once
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "detect/race_detector.h"
#include "machine/failure.h"
#include "model/assumption.h"
#include "model/bug.h"
#include "model/image.h"
#include "model/operation.h"
#include "model/options.h"
#include "model/schedule.h"
#include "support/journal.h"
#include "sync/world.h"

namespace heddle {

enum class Status : std::uint8_t {
  Running,   // some thread is enabled
  Finished,  // the process has ended; exit_status() says how
  Stuck,     // nobody is enabled: failures() holds the deadlock or livelock
  Failed,    // a bug after which this execution cannot go on
  Refused,   // the program did something that we do not model: refusal() says what and where
};

// Everything a restore needs. Reused by the search, so that saving does not allocate.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(Snapshot&&) noexcept = default;
  Snapshot& operator=(Snapshot&&) noexcept = default;
  std::size_t bytes() const { return used_; }

 private:
  friend class Engine;
  friend class Memory;
  void make_room(std::size_t bytes) {
    if (bytes > capacity_) {
      capacity_ = (bytes + 127) / 128 * 128;  // little more: there may be millions of snapshots
      bytes_ = std::make_unique_for_overwrite<std::byte[]>(capacity_);
    }
    used_ = bytes;
  }
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  Journal::Mark journal_ = 0;
  std::uint32_t step_number_ = 0;
  std::size_t pages_ = 0;  // mark in the log of pages, if
  bool tracked_ = false;   // the memory was too large to copy all of it
};

class AccessWatch;
class Recorder;
struct AddressName;

class Machine {
 public:
  // `detector` may be nullptr (--detector none). It must use `journal`.
  Machine(const Image& image, const CheckOptions& options, Journal& journal, RaceDetector* detector, ThreadNames& names);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void start();
  // Also after Stuck and Failed: what the threads were about to do (a reduction needs to know whom they waited for).
  std::span<const Pending> pending() const;
  const Transition& step(ThreadId thread, Choice choice = 0);
  Status status() const;

  void save(Snapshot& into) const;
  // Back to the state of the snapshot, which must be one of the path from start() to here.
  void restore(const Snapshot& from);

  // Found since the last step, start or restore. With keep_going a race is listed and the execution goes on.
  const std::vector<Failure>& failures() const;
  const std::string& refusal() const;
  int exit_status() const;
  std::string output() const;  // captured so far

  // The bytes (address, width) that a pending SpinWait with this argument waits for, or the locks (address, kind) that
  // a LockAll waits for.
  std::span<const std::pair<Address, std::uint32_t>> byte_set(std::uint64_t argument) const;
  // What a blocked thread waits for: this operation, or for LockAll the lock that it misses.
  Operation awaited(ThreadId, const Operation&) const;

  // What an address is called right now. Only while recording (stack variables and allocations are noted then).
  AddressName name_address(Address) const;
  // Where a thread published its pending operation: return addresses, innermost first. Only while recording.
  std::vector<std::uintptr_t> stack_of(ThreadId) const;

  // From the next start() on: what memory that nobody has initialised is made of. 0 unless told.
  void fill_memory(std::uint8_t);

  // From now on report every event to the recorder (replay; slow). nullptr: stop.
  void record(Recorder* recorder);

  // The memory that a snapshot of this state holds.
  std::vector<std::pair<Address, std::size_t>> live_ranges() const;

  // What a thread may still do; nullptr: anything.
  const MayDo* may_do(ThreadId) const;
  // The detector, if it is such a watch.
  AccessWatch* watch() const;

  const Image& image() const;
  const ThreadNames& names() const;
  const sync::World& world() const;
  const std::set<std::size_t>& trusted() const;  // entries of --ignore that covered such a call
  const std::vector<std::string>& uncontrolled() const;  // calls met at run time that make a verdict inconclusive
  const std::vector<std::string>& limits() const;        // other reasons, whole sentences
  std::vector<std::string> assumptions() const;          // what a verdict takes for granted of what was met so far
  void assume(Assumption);
  std::vector<BoundedLoop> bounded_loops() const;        // not followed to their end, in some execution
  // Loops that may have no end, and are not yet in CheckOptions::loop_bound: the search is to begin again with them there.
  const std::vector<std::uint32_t>& endless_loops() const;
  bool reached_loop_bound() const;  // somebody, since the loops were forgotten
  void forget_bounded_loops();
  // Rounds of loops that nobody can notice, beyond the first, are left out: an execution with one is dropped where the
  // round ends. For searches that cover everything, which then meet it without the round (machine/in_vain.cpp).
  void leave_out_rounds(bool);
  // After Stuck: threads would go on, in ways that are covered by other executions.
  bool dropped() const;
  // They go on: from now to the next restore or start nobody waits in a loop.
  void roam();
  bool assumption_failed() const;  // heddle_assume: this execution, if over, does not count as a complete one
  const std::vector<std::string>& scopes() const;  // names of the calls of heddle::check met so far
};

}  // namespace heddle
