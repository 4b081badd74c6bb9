// A machine for scripted toy programs: the same interface as Machine as far as a search uses it, without fibers or
// compiled code. Threads are lists of instructions on shared atomics, plain variables and the real synchronisation
// objects (sync::World); races are found by the literal detector. Small enough to be explored by brute force.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "detect/access_watch.h"
#include "detect/execution_log.h"
#include "detect/knowledge_gather.h"
#include "detect/naive.h"
#include "detect/observers.h"
#include "machine/failure.h"
#include "machine/machine.h"
#include "machine/population.h"
#include "model/flows.h"
#include "model/ignore.h"
#include "model/may_do.h"
#include "model/operation.h"
#include "support/journal.h"
#include "sync/world.h"

namespace heddle::toy {

enum class Code : std::uint8_t {
  // visible
  Lock,
  TryLock,
  TimedLock,
  Unlock,  // a: mutex, b: its kind, sync::MutexKind
  CondWait,
  CondTimedWait,
  Signal,
  Broadcast,  // a: condition, b: mutex
  ReadLock,
  WriteLock,
  TryReadLock,
  TryWriteLock,
  RwUnlock,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  Arrive,  // a: barrier
  Once,    // a: once; the first runs the next b instructions and OnceEnd
  Load,
  Store,
  Add,
  CompareExchange,  // a: atomic, b: value (expected), c: desired
  FutexWait,
  FutexTimedWait,
  FutexWake,  // a: atomic, b: expected / how many
  Choose,     // a: outcomes
  SpinWhile,
  SpinTestAndSet,  // a: atomic; while it is b / while it was 1
  Exit,
  Destroy,  // a: object, b: What
  // invisible, but where it is noticed (toy_machine.cpp, is_noticed); Init of a semaphore is visible
  Init,  // a: object, b: What, c: kind of the mutex, count of the semaphore or barrier
  Free,  // a: object, b: What, c: 0 heap, whose use is then a bug; 1 stack, which others may use again
  // invisible
  Read,
  Write,       // a: plain variable, b: value
  SkipUnless,  // skips b instructions unless the last result is a
  Again,       // goes back b instructions unless the last result is a; kNever: it has no exit
  AssertNot,   // fails if the last result is a
  Create,
  Join,     // a: thread
  OnceEnd,  // a: once; b: 1 if it is given up
  Refuse,   // something that is not modelled
};

// What can be destroyed, initialised again, freed.
enum class What : std::uint8_t { Mutex, Condition, RwLock, Semaphore, Barrier, Atomic, Plain, kCount };

struct Instruction {
  Code code;
  std::uint8_t a = 0, b = 0, c = 0;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
};

constexpr std::uint8_t kNever = 99;  // no result

using Script = std::vector<Instruction>;

struct Program {
  std::vector<Script> threads;  // the first is main; it ends with the process
  std::array<std::uint8_t, 4> semaphores{};
  std::array<std::uint8_t, 4> barriers{2, 2, 2, 2};
  bool spurious = false;

  // Main starts all of these, waits for them and returns.
  static Program of(std::vector<Script> children);
  bool unlock_is_visible() const;
  bool has_lifetimes() const;  // objects end or begin: then their use is an access to their memory, too
  std::string text() const;
};

class ToyMachine : public AbstractMachine {
 public:
  static constexpr unsigned kCells = 4;
  struct ThreadState {
    bool live = false, newborn = false, silent = false;
    std::uint16_t pc = 0;
    std::uint32_t result = 0;
    std::uint64_t history = 0;  // of all results: two threads that saw different things end in different states
    std::uint32_t spin_value = 0;
    Operation pending;
  };
  using Ended = std::array<std::uint8_t, static_cast<std::size_t>(What::kCount)>;  // what was freed, as bits
  struct Saved final : SavedState {
    Journal::Mark journal = 0;
    std::vector<ThreadState> threads;
    std::array<std::uint32_t, kCells> atomics{}, plain{};
    Ended ended{};
  };

  explicit ToyMachine(const Program& program);

  // What its script, and the scripts of the threads it creates, contain.
  const MayDo* may_do(ThreadId t) const override { return knows_scripts ? &may_do_[t.index()] : nullptr; }
  const sync::World& world() const override { return world_; }
  // The numbers that objects had in another machine. Before the first start().
  bool learn_names(std::span<const Address> addresses) { return world_.learn_names(addresses); }
  void make_visible(const ByteRange&);
  AccessWatch* watch() const override { return &watch_; }
  ExecutionLog* log() const override { return &log_; }
  bool shows_accesses() const override { return visible_cells != 0 || !visible_ranges_.empty(); }
  // What a real machine knows before it starts. Done again at each start.
  void read_code() {
    read_flows();
    read_inert_locks();
  }
  const Flows* flows() const override { return knows_flows ? &flows_ : nullptr; }

  void start() override;
  std::span<const Pending> pending() const override { return pending_; }
  const Transition& step(ThreadId, Choice) override;
  Status status() const override { return status_; }
  bool is_eventful() const override { return status_ != Status::Running || !failures_.empty(); }
  std::unique_ptr<SavedState> make_saved_state() const override { return std::make_unique<Saved>(); }
  void save(SavedState& into) const override;
  void restore(const SavedState& from) override;
  const std::vector<Failure>& failures() const override { return failures_; }
  const std::string& refusal() const override { return refusal_; }
  std::span<const std::pair<Address, std::uint32_t>> byte_set(std::uint64_t argument) const override;

  void compare_states() override { compares_states_ = true; }
  Fingerprint fingerprint() const override;
  bool knowledge(Knowledge& into) const override;
  std::span<const ThreadId> came_round() const override { return came_round_; }
  // As a machine that watches loops says: nobody is enabled.
  std::optional<Failure> livelock(std::span<const ThreadId>) const override;

  // Everything that a program could tell at its end.
  std::string final_state() const;
  bool reports_silent = true;
  bool detects_races = true;
  bool knows_scripts = true;        // may_do() tells something
  bool knows_flows = true;          // flows() tells something
  bool keeps_history = true;        // what a thread saw is part of its state
  std::uint32_t visible_cells = 0;  // plain variables whose accesses are scheduling points, as bits

 private:
  void read_flows();
  void read_inert_locks();
  void read_script(std::size_t thread, std::vector<bool>& seen, MayDo& into) const;
  void plain(ThreadId, const Instruction&);
  void settle();
  void run(ThreadId);
  bool apply(ThreadId, Choice);  // false: the thread does not go on
  void apply_atomic(ThreadId, const Instruction&, const Operation&);
  void apply_world(ThreadId, const Operation&, Choice);
  void publish(ThreadId, const Instruction&);
  void result(ThreadId, std::uint32_t);
  void access(ThreadId, unsigned cell, bool write);
  bool uses(ThreadId, Address, AccessKind);  // false: that was a bug
  void touch(ThreadId, const Operation&);
  void initialise(ThreadId, const Instruction&);
  void end_storage(ThreadId, const Instruction&);
  bool is_noticed(Address) const;
  bool has_ended(Address) const;
  void fail(BugKind, ThreadId, std::string detail);
  void note_silent(ThreadId, OperationKind, Address, bool shared = false);
  bool enabled(ThreadId, const Operation&) const;
  void look_for_deadlock(bool someone);
  Operation operation(OperationKind, Address, std::uint64_t argument = 0);
  const Instruction& current(ThreadId) const;

  void write_state(StateWriter&) const;

  const Program& program_;
  bool compares_states_ = false;  // then waiting threads go round and round
  mutable StateWriter writer_;
  mutable detect::KnowledgeScratch scratch_;
  const bool unlock_is_visible_;
  const bool lifetimes_;
  Journal journal_;
  sync::World world_{journal_};
  NaiveDetector detector_{journal_};
  mutable AccessWatch watch_{journal_};
  mutable ExecutionLog log_{journal_};
  Flows flows_;
  std::map<std::uint32_t, std::uint32_t> branch_numbers_;  // by site, in flows_.branches
  Observers observers_{&detector_};
  std::vector<MayDo> may_do_;
  std::vector<ThreadState> threads_;
  std::array<std::uint32_t, kCells> atomics_{}, plain_{};
  Ended ended_{};
  std::vector<ByteRange> visible_ranges_;
  std::vector<Pending> pending_;
  Transition transition_;
  std::vector<SilentOperation> silent_;
  std::vector<ThreadId> came_round_;
  std::vector<Failure> failures_;
  std::string refusal_;
  Status status_ = Status::Running;
  std::array<std::pair<Address, std::uint32_t>, kCells> spin_sets_;
};

}  // namespace heddle::toy
