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

#include "detect/observers.h"
#include "machine/abstract_machine.h"
#include "machine/experience.h"
#include "machine/failure.h"
#include "model/assumption.h"
#include "model/bug.h"
#include "model/image.h"
#include "model/operation.h"
#include "model/options.h"
#include "model/round.h"
#include "model/schedule.h"
#include "support/journal.h"
#include "sync/world.h"

namespace heddle {

class Snapshot : public SavedState {
 public:
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

class Recorder;
struct AddressName;

class Machine final : public AbstractMachine {
 public:
  // `detector` may be nullptr (--detector none). It must use `journal`. `round` may change between executions.
  Machine(const Image& image, const CheckOptions& options, Journal& journal, RaceDetector* detector, ThreadNames& names,
          const Round& round = kFirstRound);
  ~Machine() override;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void start() override;
  std::span<const Pending> pending() const override;
  const Operation* next_of(ThreadId thread) const override;
  const Transition& step(ThreadId thread, Choice choice = 0) override;
  const Transition& step_through(ThreadId thread, Choice choice, TakenAtOnce& at_once) override;
  Status status() const override;
  bool is_eventful() const override;

  std::unique_ptr<SavedState> make_saved_state() const override;
  void save(SavedState& into) const override;  // a Snapshot
  void restore(const SavedState& from) override;

  void compare_states() override;
  bool compares_states() const;
  Fingerprint fingerprint() const override;
  void write_exact_state(std::vector<std::byte>& into) const override { into = exact_state(); }
  bool knowledge(Knowledge&) const override;
  std::span<const ThreadId> came_round() const override;
  std::optional<Failure> livelock(std::span<const ThreadId> stuck) const override;
  // What the fingerprint stands for, in full: equal iff the program can go on in the same ways.
  std::vector<std::byte> exact_state() const;
  std::string part_of_state(std::size_t byte) const;  // what a byte of that belongs to
  // From now on every restore is checked, slowly: for tests.
  void check_restores();

  // With keep_going a race is listed and the execution goes on.
  const std::vector<Failure>& failures() const override;
  const std::string& refusal() const override;
  int exit_status() const;
  std::string output() const;  // captured so far
  void keep_files(const std::string& directory) const;  // those that the program has written

  std::span<const std::pair<Address, std::uint32_t>> byte_set(std::uint64_t argument) const override;
  // What a blocked thread waits for: this operation, or for LockAll the lock that it misses.
  Operation awaited(ThreadId, const Operation&) const;

  // What an address is called right now. Only while recording (stack variables and allocations are noted then).
  AddressName name_address(Address) const;
  // Where a thread published its pending operation: return addresses, innermost first. Only while recording.
  std::vector<std::uintptr_t> stack_of(ThreadId) const;

  // From the next start() on: what memory that nobody has initialised is made of. 0 unless told.
  void fill_memory(std::uint8_t);
  // From the next start() on, until it is told otherwise: notes what comparisons look at. What has been noted since
  // start(), in one number.
  void watch_decisions(bool);
  std::uint64_t decisions() const;
  // From now on: pointers to local variables become useless when the variable ends, as long as no more words than these
  // have to be looked at.
  void spoil_pointers(std::uint64_t words);

  // From now on they follow the execution, beside the detector. Before the first start().
  void observe(AccessObserver&);
  void observe(ProgramObserver&);
  // The same; what it has watched is for the search to ask.
  void watch_accesses(AccessWatch&);
  void log_execution(ExecutionLog&);

  // From now on report every event to the recorder (replay; slow). nullptr: stop.
  void record(Recorder* recorder);

  // The memory that a snapshot of this state holds.
  std::vector<std::pair<Address, std::size_t>> live_ranges() const;

  const MayDo* may_do(ThreadId) const override;
  const sync::World& world() const override;
  AccessWatch* watch() const override;
  ExecutionLog* log() const override;
  const Flows* flows() const override;
  bool shows_accesses() const override;
  bool has_hidden_effects() const override { return image().hidden_effects; }

  const Image& image() const;
  const ThreadNames& names() const;
  const std::set<std::size_t>& trusted() const;  // entries of --ignore that covered such a call
  const std::vector<std::string>& uncontrolled() const;  // calls met at run time that make a verdict inconclusive
  const std::vector<std::string>& limits() const;        // other reasons, whole sentences
  std::vector<std::string> assumptions() const;          // what a verdict takes for granted of what was met so far
  void assume(Assumption);
  std::vector<BoundedLoop> bounded_loops() const;        // not followed to their end, in some execution
  // Loops that may have no end, and are not yet in Round::loop_bound: the search is to begin again with them there.
  const std::vector<std::uint32_t>& endless_loops() const;
  bool reached_loop_bound() const;  // somebody, since the loops were forgotten
  void forget_bounded_loops();
  bool assumption_failed() const override;
  void leave_out_rounds(bool) override;
  bool leaves_out_rounds() const override;
  // Rounds were left out that a race may need (mixed_accesses.h): true if the search is to be made again, now with
  // them.
  bool let_looks_pass();
  // In some execution so far a thread waited by the clock, and the time between was left out.
  bool clocks_have_leapt() const;
  bool dropped() const override;
  bool runs_forever() const override;
  void roam() override;
  bool met_endless_loop() const override { return !endless_loops().empty(); }
  bool has_bounded_loops() const override;
  // Of all executions since the machine was made; learn: of those in another process, before the first start().
  Experience experience() const;
  void learn(const Experience&);
  const std::vector<std::string>& scopes() const;  // names of the calls of heddle::check met so far
};

}  // namespace heddle
