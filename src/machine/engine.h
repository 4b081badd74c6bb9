// The inside of the machine, shared by the files of this folder and by nobody else.
//
// One Engine exists per exploring process. The scheduler (Machine::step, on the process's own stack) switches to a
// program thread's fiber; the program calls our runtime (hooks.cpp, models_*.cpp) on that fiber; a runtime function
// that comes to a visible operation publishes it and switches back.
//
// Ground rules
//  * Program mode: `in_program` is true exactly while program or library code runs on a fiber. Then malloc serves
//    the program's arenas. A runtime function that may allocate for the tool opens a ToolScope first.
//  * Nothing that owns tool memory (std::string, std::vector) may be alive on a fiber across a switch: the fiber may
//    never be resumed.
//  * Every change of engine state is journalled (thread records: once, when the thread is resumed) or in program
//    memory, which snapshots copy; the exceptions are caches whose contents no execution can observe.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "detect/observers.h"
#include "detect/vector_clock.h"
#include "machine/atomic_places.h"
#include "machine/event_recorder.h"
#include "machine/failure.h"
#include "machine/heap.h"
#include "machine/later_look.h"
#include "machine/leaps.h"
#include "machine/library_data.h"
#include "machine/machine.h"
#include "machine/memory.h"
#include "machine/mixed_accesses.h"
#include "machine/output.h"
#include "machine/program_entry.h"
#include "machine/round_time.h"
#include "machine/sequences.h"
#include "machine/spin.h"
#include "machine/standard_streams.h"
#include "machine/storage_map.h"
#include "machine/thread_record.h"
#include "machine/time.h"
#include "model/assumption.h"
#include "model/known_accesses.h"
#include "model/processes.h"
#include "sync/world.h"

namespace heddle {

class RestoreCheck;

// Nobody but the detector, if there is one, wants to know of accesses to living memory: Engine::choose_fast_path.
extern bool short_path;

class Engine {
 public:
  Engine(const Image&, const CheckOptions&, const Round&, Journal&, RaceDetector*, ThreadNames&);
  ~Engine();

  // ---- for Machine (scheduler side) ----
  void start();
  void step(ThreadId, Choice);
  void save(Snapshot&);
  void restore(const Snapshot&);

  // Everything that a restore brings back, in canonical form (explicit_state.cpp).
  void write_state(StateWriter&);
  // What neither lies in memory nor on stacks: objects, handlers, values under keys, errno.
  void write_beside_memory(StateWriter&);
  // From the next start() on states can be compared: nothing of the way to a state stays in it.
  void compare_states();
  void reclaim_blocks();  // unreachable_blocks.cpp
  bool compares_states = false;
  bool keeps_entries() const { return compares_states || image.may_spin; }
  // Where the program has called the runtime (program_entry.h), with the calls that it serves; nullptr: not known, all
  // of the stack counts.
  const ProgramEntry* known_entry(ThreadId t) const {
    const ProgramEntry* const entry = &entries_[t.index()];
    bool known = threads[t.index()].program_frames != 0;
    for (const ProgramEntry* each = entry; each != nullptr; each = each->outer) known &= each->stack_pointer != 0;
    return known ? entry : nullptr;
  }
  // The end of the program's frames from the entry's stack pointer on.
  Address end_of_frames(ThreadId t, const ProgramEntry& entry) const {
    return entry.frames != 0 ? entry.frames : threads[t.index()].program_frames;
  }
  // What of a thread's stack, and of the registers that it called with, is the program's: visit(begin, size) for each
  // piece.
  template <class F>
  void each_program_frame(ThreadId t, F visit) const {
    const ProgramEntry* entry = known_entry(t);
    const auto from = [&](Address begin, Address end) { visit(reinterpret_cast<const void*>(begin), end - begin); };
    if (!entry) return from(reinterpret_cast<Address>(threads[t.index()].context), Memory::stack_top(t));
    for (; entry != nullptr; entry = entry->outer) {
      visit(entry->saved, sizeof entry->saved);
      visit(entry->arguments, sizeof entry->arguments);
      visit(&entry->since, sizeof entry->since);
      from(entry->stack_pointer, end_of_frames(t, *entry));
    }
  }
  // From the next save() on: aborts if a restore does not bring back all that the save found (restore_check.cpp).
  void check_restores();

  // ---- for the runtime (fiber side) ----
  // Performs a visible operation: publishes it, waits to be chosen, returns the call's result.
  std::uint64_t visible(Operation op);
  // Performs an operation that nobody can notice the time of: at once if it is enabled, else as soon as it is.
  std::uint64_t silent(Operation op);
  // An atomic access: visible, with its operands. op.id is found here.
  void atomic(Operation op, const AtomicOperands& operands);
  // Applies an operation right now, without a scheduling point.
  std::uint64_t immediate(Operation op);
  // A plain access of the running thread: memory check, detector, spin bookkeeping, recording.
  // `entered`: heddle_program_entry tells all that the thread comes back to after it.
  void access(Address, std::uint64_t size, AccessKind, SiteId, bool entered = false);
  void access_library(Address, std::uint64_t size, AccessKind, SiteId);  // of a variable that belongs to a shared library
  // The same as a scheduling point.
  void visible_access(Address, std::uint64_t size, AccessKind, SiteId, bool entered = false);
  void write_outside(Address, SiteId);  // neither program memory nor library data: ends the run if it is possible
  ThreadId create_thread(ThreadEntry entry, SiteId site);
  [[noreturn]] void end_thread(void* value);
  // What is needed so that others may try to join the thread (joins.cpp).
  void give_end(ThreadId);
  void can_be_joined(ThreadId, SiteId);
  [[noreturn]] void fail(Failure failure);       // this execution is over
  void report(Failure failure);                  // over too, unless the search keeps going past it
  [[noreturn]] void refuse(std::string what);    // something we do not model
  // A test framework has judged: its test fails. Outside the scope that is explored the program goes on; see finish().
  void expectation_failed(Failure failure);
  SourcePosition position_on_stack(const std::string& file, unsigned line);
  [[noreturn]] void abandon();  // to the scheduler, forever
  [[noreturn]] void exit_program(int status, bool run_handlers);
  void run_rest_of_exit(int status, SiteId);

  ThreadRecord& self() { return threads[current.index()]; }
  Operation operation(OperationKind kind, const void* object, std::uint64_t argument = 0);
  bool alone() const { return thread_total == 1; }  // no thread was ever created in this execution

  const Image& image;
  const bool several_ = !image.processes.empty();
  const CheckOptions& options;
  const Round& round;  // may change between executions
  Journal& journal;
  // Who follows the execution: the detector, if there is one, and others beside it. What decides how it goes on (spin,
  // time) is no observer but a part of the machine: docs/decisions/36-observers.md.
  Observers observers;
  // The detector if it is the one with an inline path and nobody else follows accesses, else nullptr.
  VectorClockDetector* fast;
  void observe(AccessObserver&);
  ExecutionLog* log = nullptr;   // the same
  AccessWatch* watch = nullptr;  // one of the observers, if a search asked for it
  ThreadNames& names;
  sync::World world;
  LibraryData libraries;
  StandardStreams standard_streams{libraries};
  Memory memory;
  Heap heap;
  StorageMap storage;
  Time time;
  Output output;
  ByteSets byte_sets;
  StackCopies stack_copies;
  // The locks of a LockAll that others hold, as operations that wait for them (lock_all.cpp).
  template <class F>
  void each_missing_lock(ThreadId t, const Operation& op, F visit) const {
    if (op.kind != OperationKind::LockAll) return;
    for (const auto& [address, kind] : byte_sets[op.argument])
      if (const Operation lock = lock_operation(op, address, kind); !world.enabled(t, lock)) visit(lock);
  }
  bool all_free(ThreadId, const Operation&) const;
  bool is_held_for_a_moment(ThreadId, const Operation&) const;
  bool notices_moments = false;  // a std::lock has begun that others can notice, in some execution: a cache
  Operation lock_operation(const Operation& all, Address, std::uint32_t kind) const;
  // errno of a thread (error_numbers.h), with what native code has set; and an access to one is about to happen.
  int& error_number(ThreadId);
  int known_error_number(ThreadId) const;
  void look_at_error_number(Address);
  // Cancellation (cancel.cpp).
  bool may_cancel(ThreadId t, const Operation& op) const {
    const Cancellation& c = threads[t.index()].cancellation;
    return op.cancellable && c.requested && !c.disabled;
  }
  Choice outcomes_of_cancel(ThreadId target) const;
  // Another round of its loop would lead the thread to a point where it is cancelled.
  bool is_cancelled_in(const SpinRound& round, ThreadId t) const {
    return round.cancellable && threads[t.index()].cancellation.requested;
  }
  bool may_go_on(ThreadId, const Operation&) const;
  bool is_cancelled_by(ThreadId, const Operation&, Choice) const;
  void request_cancellation(ThreadId target, Choice);
  void abandon_robust_mutexes(SiteId);
  // A lock operation of the running thread: one that was granted to it by a LockAll is executed at once.
  std::uint64_t acquire(const Operation&);
  // References are counted (models_references.cpp).
  void count(std::int32_t* count, std::int32_t change, SiteId);
  // A happens-before edge: the observers hear of it, and the clocks.
  void order(ThreadId t, const Edge& edge) {
    observers.order(t, edge);
    if (time.runs()) time.order(t, edge);
  }
  void join(ThreadId t, ThreadId ended) {
    observers.join(t, ended);
    time.join(t, ended);
  }
  void forget(ObjectId id) {
    observers.forget(id);
    time.forget(id);
    places_.forget(id);
    sequences_.forget(id);
  }
  // Whether hooks may be content with the detector alone. Otherwise every access comes to access().
  void choose_fast_path(bool watching_a_loop) {
    short_path =
        !(watching_a_loop || has_open_look(current) || observers.follow_accesses() || observers.follow_program() ||
          options.visible == Visibility::All || !round.visible.empty() || benign_count_ > 0);
    if (fast) fast->disable_fast_path(!short_path);
  }
  SpinRound& spin_round(ThreadId t) { return spin_rounds_[t.index()]; }
  // What others notice of a thread's rounds (restless.cpp).
  std::uint32_t restless = 0;  // journalled: some thread has toggled something in a round of a loop
  std::uint32_t beating = 0;   // journalled: ... or has made an atomic store that others can tell from theirs
  bool may_be_seen(ThreadId owner, const SpinRound::Cell&) const;
  bool counts_references(const Operation&);
  void look_at_stack(ThreadId, Address, std::uint64_t size);
  // Rounds that can be left out, and what makes sure of an end (in_vain.cpp).
  bool leaves_out_rounds = false;  // set by a search that covers everything
  bool roaming = false;            // nobody waits in a loop: all go round; until the next restore
  // An access in such a round may be part of a race that shows only where the round is kept: then one is let pass.
  MixedAccesses mixed;
  bool lets_looks_pass = false;  // also one that has only looked; fixed for a search
  bool notes_mixed() const {
    return leaves_out_rounds && image.may_spin && observers.detector() != nullptr && hides_races();
  }
  void note_plain(ThreadId t, Address a, std::uint64_t size) {
    if (alone() || !notes_mixed() || mixed.knows_plain(t, a, size)) return;
    if (in_program_memory(a) && !has_joined_all(t)) mixed.note_plain(t, a, size);
  }
  bool has_joined_all(ThreadId) const;
  void note_looks(const SpinRound&);
  bool returns_in_vain(SpinRound&, SpinRound::Visit head, bool came, bool leapt, bool visible);
  bool hides_races() const;
  bool leaves_out_inside(const SpinRound&) const;
  bool goes_in_vain(const SpinRound&) const;
  bool dropped() const;
  bool runs_forever() const { return status == Status::Stuck && runs_forever_; }
  void comes_round();
  std::span<const ThreadId> came_round() const { return came_round_; }
  void roam();
  // Rounds after which a thread is where a later look would have brought it (later_look.h).
  void close_looks(ThreadId);  // it has done something else
  void comes_into_loop(std::uint32_t site, Address stack_pointer);
  bool looked_too_early(std::uint32_t site, Address stack_pointer, std::uint64_t stack_hash);
  bool in_trial() const { return trial_.running; }
  void trial_at_head(std::uint32_t site, Address stack_pointer, std::uint64_t stack_hash);
  // What no trial goes through.
  void not_in_trial() {
    if (trial_.running) [[unlikely]]
      end_trial(false);
  }
  // Loops that come back to a state of the path (loop_states.cpp).
  bool was_here(std::uint32_t site, Words stack, std::uint64_t hash);
  std::uint64_t memory_key(std::uint64_t own) const;
  std::uint64_t state_key(std::uint64_t memory_key);
  bool somebody_repeats() const;
  struct CutLoop {
    ThreadId thread;
    SiteId site;
    std::uint32_t rounds;  // the fewest after which it was cut off
  };
  std::vector<CutLoop> cut_loops;
  std::unordered_map<std::uint32_t, SourcePosition> lines_of_loops;  // by site: for a loop in a header, the user's line
  void note_cut(std::uint32_t site, std::uint32_t rounds);
  // Loops that change something in each round (endless.cpp).
  bool goes_too_far(std::uint32_t site, Address stack_pointer, bool first, bool visible);
  // setjmp, and longjmp back to there: a loop without a back edge (spin.cpp).
  void begins_jumps(std::uint32_t site, Address stack_pointer);
  void jumps_back(std::uint32_t site, Address stack_pointer);
  bool somebody_else_can() const;
  bool reached_loop_bound = false;
  bool clocks_have_leapt = false;            // in some execution: clock_leaps
  std::vector<std::uint32_t> endless_loops;  // suspected, and not in Round::loop_bound yet
  EventRecorder recording{*this};

  StablePool<ThreadRecord> threads;
  std::uint32_t thread_total = 0;  // threads started in this execution; journalled
  ThreadId current;
  Status status = Status::Running;
  std::vector<Pending> pending;    // of the live threads, in ThreadId order
  bool pending_is_stale = false;   // since a restore
  std::size_t list_pending();
  std::size_t list(ThreadId, const ThreadRecord&, bool can);
  std::size_t listed(std::size_t ready);
  bool all_wait_for_no_reason();
  bool waits_for_no_reason(ThreadId, const Operation&) const;
  Transition transition;
  std::vector<SilentOperation> silent_log;  // of this step; transition.silent shows it
  TakenAtOnce* at_once = nullptr;           // of this step, as long as the thread runs that was chosen
  bool goes_on_at_once(const Operation&);
  bool chosen = false;                      // the next operation applied is the one that the search chose
  std::vector<Failure> failures;
  std::string refusal;
  int exit_status = 0;
  // ---- processes (processes.cpp): one, or several and the kernel, whose thread is the first ----
  struct Process {
    bool main_began_alone = false;        // constructors of global variables have created no thread
    bool exiting = false;                 // exit() has begun
    bool ended = false;                   // of several
    SiteId return_site;                   // main is about to return, or has
    ThreadId exiter;                      // in which thread exit() has begun
    std::uint32_t destructors_begun = 0;  // functions in .fini_array
    Address streams = 0;                  // state of the stdio streams, in program memory: streams.h
    void (*closes)() = nullptr;   // closes all that it has open (src/library/descriptors.c), if there can be anything
    void (*flushes)() = nullptr;  // likewise its streams (stdio_files.c)
    int status = 0;
    SiteId exit_site;      // where it ended, and
    ThreadId last;         // in which thread
    bool killed = false;   // by a crash
    bool noticed = false;  // it has had a descriptor of something that others see closed (src/library/descriptors.c)
  };
  Process processes[kMaxProcesses + 1];  // journalled; the last is the kernel's
  std::vector<ProcessSpec> process_specs;
  bool several() const { return several_; }
  std::size_t process_of(ThreadId t) const { return threads[t.index()].process; }
  Process& process() { return processes[self().process]; }
  const Process& process() const { return processes[threads[current.index()].process]; }
  std::string process_name(ThreadId) const;  // "server", or nothing if there is only one
  bool alone_in_process() const;
  bool end_is_unnoticed() const;  // the running thread's process, model/process_end.h
  // A crash while a lock is held leaves it locked: then it matters when it is unlocked.
  bool unlocks_are_visible() const { return image.unlock_is_visible || options.crashes > 0; }
  // Memory of a process that is not the running thread's. What processes share lies in the heap of the kernel's thread.
  bool is_foreign(Address a) const {
    const std::size_t mine = threads[current.index()].process;
    if (in_heap(a) || in_stacks(a)) {
      const ThreadId owner = in_heap(a) ? heap_owner(a) : stack_owner(a);
      return owner != kMainThread && owner.index() < threads.size() && threads[owner.index()].process != mine;
    }
    if (is_library_key(a) || mine >= image.processes.size()) return false;
    return a < image.processes[mine].globals_begin || a >= image.processes[mine].globals_end;
  }
  bool quiet = false;  // what the running thread does is part of the end of a process: no operations
  void run_kernel();
  [[noreturn]] void leave_process(int status, SiteId);
  void end_process(std::size_t process);
  void finish_if_all_ended();
  void crash(std::size_t process);
  void each_robust_mutex_of_dead(std::size_t process, ThreadId by);
  std::optional<Failure> wrong_exit() const;
  bool failures_are_expected = false;  // journalled: the test framework was told that some tests fail
  std::uint32_t step_number = 0;   // snapshots hold it
  std::uint64_t runs = 0;          // times that a thread was switched to, in this process
  void* scheduler = nullptr;       // fiber context of the scheduler while a thread runs
  bool on_fiber = false;
  std::vector<std::string> uncontrolled;
  // What the C library has allocated on its own account while the program ran, and the unknown function that was called
  // before, or nullptr. Never taken out, and not undone: the real heap goes back with no restore.
  std::unordered_map<const void*, const UncontrolledCall*> library_blocks;
  std::set<std::size_t> trusted;   // entries of --ignore that covered a call in some execution

  // Exit handlers of the process and thread-local destructors, newest last; journalled.
  struct Handler {
    void (*function)(void*);
    void* argument;
    ThreadId thread;
    bool of_thread;
    bool wants_status;  // of on_exit: void (int status, void* argument)
    bool done;
  };
  StablePool<Handler> handlers;
  std::uint32_t handler_count = 0;
  void add_handler(void (*function)(void*), void* argument, bool of_thread, bool wants_status = false);
  void run_handlers(bool of_thread, int status = 0, SiteId site = {});
  // Whether another thread may register one while exit() looks at them.
  bool may_get_handlers() const { return image.registers_handlers || !process().main_began_alone; }

  // Thread-local variables: (thread, control block) -> storage. Indices are persistent, addresses journalled.
  void* thread_local_address(void* control, std::size_t size, std::size_t align, const void* initial);
  // pthread_getspecific and friends.
  struct Key {
    bool used = false;
    void (*destructor)(void*) = nullptr;
    std::uint32_t life = 0;  // numbers are used again: which of their lives this is
  };
  struct KeyValue {
    void* value = nullptr;
    std::uint32_t life = 0;  // of the key, when this was set
  };
  static constexpr std::uint32_t kMostKeys = 1024;  // PTHREAD_KEYS_MAX
  StablePool<Key> keys;
  std::uint32_t key_count = 0;
  KeyValue& key_value(ThreadId, std::uint32_t key);
  std::uint64_t kept_under_keys(ThreadId) const;  // all of a thread's values, and its signal mask, as a hash; 0: none
  char** program_arguments(int& count);
  char** program_environment();
  // Something was not explored or not seen: the verdict cannot be "verified". Said once. `call`: it is a call.
  void limit(std::string sentence, bool call = false);
  std::vector<std::string> limits;
  // The program does something of which only one of several possible outcomes is explored. Not journalled: what some
  // execution noticed stays noticed.
  Experience experience() const;
  void learn(const Experience&);
  void assume(Assumption a) { assumed_ |= 1u << static_cast<unsigned>(a); }
  std::vector<std::string> assumptions() const;

  // ---- heddle.h (models_heddle.cpp) ----
  void begin_section(SiteId);
  void end_section();
  bool assumption_failed() const;
  // Of each heddle_assume that was met: did it hold in some execution? Not journalled.
  std::map<SiteId, bool> assumptions_met;
  bool completed_any = false;  // some execution came to its end; not journalled
  std::string never_held() const;  // a sentence, or nothing
  // How often a thread has been given an input at a call; the numbers are journalled.
  std::map<std::pair<ThreadId, SiteId>, std::uint32_t> inputs_given;
  void add_benign_race(Address, std::uint64_t size);
  bool is_benign(Address, std::uint64_t size) const;
  void report_race(Race);
  bool is_benign(const Race& race) const { return benign_count_ > 0 && is_benign(race.earlier.address, race.earlier.size); }
  // heddle::check: returns what is known of this call, or -1 if it is to be explored.
  int begin_scope(std::string name);
  void end_scope();
  bool in_explored_scope = false;  // journalled, as are the next two
  std::uint32_t scope_count = 0;   // calls begun
  std::uint32_t open_scopes = 0;
  bool scope_over = false;         // the process ends because the explored scope has; journalled
  std::vector<std::string> scope_names;  // a cache: the prefix before the explored scope is the same in every execution

  const UncontrolledCall* external_call = nullptr;  // the unknown function that is about to be called
  const UncontrolledCall* latest_outside_call = nullptr;  // and the one that was called last, by any thread
  void outside_call(const UncontrolledCall&);             // is about to happen
  void look_at_library_variables();                       // after a call of an unknown function
  // What to call where a pointer leads out of the program; refuses what must not be called, and notes in external_call
  // what nobody knows (indirect.cpp).
  Address indirect_callee(Address function);
  // The same for a function that the machine itself is to call, with that argument.
  template <class F>
  F callee(F function, const void* argument = nullptr) {
    return reinterpret_cast<F>(callee_with(reinterpret_cast<Address>(function), argument));
  }
  Address callee_with(Address function, const void* argument);
  void uncontrolled_call(const UncontrolledCall&, const char* why);
  void frames_end(Address low, Address high);
  void frees_library_block(const UncontrolledCall*, SiteId);
  void external_pointer(Address);  // external_call gets it
  SourcePosition line_of_user(SiteId);
  // The program is about to do this, at the user's line: comes back only if the user trusts a function of that name.
  void refuse_at_users_line(const std::string& what, SiteId);
  std::size_t heap_limit() const { return options.bounds.memory_mb ? *options.bounds.memory_mb << 20 : 0; }
  // The object of an operation can be had: else a crash or a memory bug here and now, on the fiber (pointers.cpp).
  void must_be_usable(const Operation&);
  void must_be_usable(Address, std::size_t size, bool written);
  void misaligned(const Operation&);
  void overlapping(const void* to, std::uint64_t size, SiteId);  // a memcpy
  // Is the object still the one that was used last in this place? (object_kinds.cpp)
  void end_overwritten(const Operation&);
  void end_overwritten_once(const Operation&);
  std::string input;    // standard input: nothing, or --stdin FILE
  Address streams() const { return process().streams; }  // of stdio, in program memory: streams.h
  Address streams_with(Address) const;                   // those of the process that this address is one of
  bool streams_are_shared() const;  // threads may use the standard streams of C++ at the same time
  // The first byte of [a, a+size) that is no part of a living object, or 0. Of globals it takes a few instructions.
  Address first_bad_byte(Address a, std::uint64_t size) const {
    if (a - kProgramBase < kGlobalsSize && !several()) [[likely]]
      return storage.first_bad_byte(a, size);
    return first_bad_byte_elsewhere(a, size);
  }
  Address first_bad_byte_elsewhere(Address a, std::uint64_t size) const {
    if (several() && is_foreign(a)) [[unlikely]]
      return a;
    if (!StorageMap::covers(a)) return is_library_key(a) ? 0 : heap.first_bad_byte(a, size);
    if (in_stacks(a) && threads[stack_owner(a).index()].ended) return a;
    return storage.first_bad_byte(a, size);
  }
  // A stack slot comes to life or dies.
  void slot_begins(Address, std::uint64_t size);
  void slot_ends(Address, std::uint64_t size, SiteId);
  // How many words may still be looked at for pointers to slots that end (dangling.cpp); 0 unless told.
  std::uint64_t pointers_to_look_at = 0;
  std::uint64_t decisions = 0;  // what comparisons have looked at, if anybody wants to know (heddle_decides)
  void spoil_pointers_to(Address, std::uint64_t size);
  // The program is about to access bytes that lie outside of the object that it means.
  struct MeantObject {
    std::int64_t offset;  // of the access
    std::uint64_t size;
    std::uint32_t variable;  // index, or ~0
  };
  void outside(const Access&, const MeantObject&);
  // An index leads from `origin` to an access: in the same object? See leaps.cpp.
  void leap(Address origin, const Access&);
  std::uint64_t leap_time(Address origin) const { return in_stacks(origin) ? storage.changes() : restores; }
  LeapCache leaps;
  std::uint64_t restores = 1;  // not undone
  static std::string describe_outside(const Access&, const MeantObject&);
  // The storage ends: a write of the whole, and the synchronisation objects in it are gone.
  void storage_ends(Address, std::uint64_t size, SiteId);
  // Unlock, init and the end of storage are invisible: who could tell when they happen accesses the same bytes without
  // order, and that is a race. Where a race is passed over or nobody asks for races, they are scheduling points.
  bool is_noticed(Address a, std::uint64_t size) const {
    return (options.visible == Visibility::All && !races_decide_) || is_watched(a, size);
  }
  bool is_watched(Address a, std::uint64_t size) const {  // a race on these bytes is passed over
    return round.sees(a, size) || (benign_count_ > 0 && is_benign(a, size));
  }
  std::uint64_t unlock(const Operation& op) {
    return unlocks_are_visible() || is_noticed(op.object, 1) ? visible(op) : immediate(op);
  }
  std::uint64_t initialise(const Operation& op) {
    // A semaphore of zero makes others wait, who then never come to race with this.
    const bool noticed = op.kind == OperationKind::SemInit || is_noticed(op.object, 1);
    return !alone() && noticed ? visible(op) : immediate(op);
  }
  void before_storage_ends(Address, std::uint64_t size, SiteId);
  void objects_end(Address, std::uint64_t size, SiteId);

  // ---- for a debugger (debugger.cpp) ----
  // Gives every live thread an OS thread of its name that stands where it waits, and stops on the stack of `failing`.
  // Does not come back.
  [[noreturn]] void stop_for_debugger(ThreadId failing, const std::string& message);
  bool stopping = false;              // a fiber that is switched to does not go on any more
  [[noreturn]] void stand_still();    // what it does instead

  // ---- for reports (recording.cpp) ----
  AddressName name_address(Address) const;

  // Is this kind of bug among --property?
  bool wants(BugKind kind) const { return wanted_ >> static_cast<unsigned>(kind) & 1; }

 private:
  friend struct StateParts;
  friend class RestoreCheck;
  std::unique_ptr<RestoreCheck> restore_check_;
  void remember(ThreadId);
  void run(ThreadId);
  void settle();
  void look_for_deadlock(bool someone_enabled);
  bool waits_in_a_cycle(ThreadId from, ThreadId at, std::vector<ThreadId>& path, bool someone_enabled);
  unsigned wanted_ = 0;  // kinds of bugs, as bits
  unsigned assumed_ = 0;  // Assumptions, as bits
  bool races_decide_;    // an execution with a race ends there
  std::vector<ThreadId> wait_path_;                                     // scratch of look_for_deadlock
  void yield();
  std::uint64_t visible_in_section(Operation op);
  std::size_t only_one(std::size_t ready);
  ThreadId section_owner_;      // journalled with the next
  bool in_section_ = false;
  StablePool<ByteRange> benign_;
  std::uint32_t benign_count_ = 0;  // journalled
  bool enabled(ThreadId t, const Operation& op) const {
    if (in_section_ && section_owner_ != t) [[unlikely]]
      return false;
    const Waits waits = waits_of(op.kind);
    return waits == Waits::Never || enabled_if(waits, t, op);
  }
  bool enabled_if(Waits, ThreadId, const Operation&) const;
  static bool is_set(Address word) { return *reinterpret_cast<const std::uint32_t*>(word) != 0; }
  bool one_is_set(std::uint64_t words) const;  // of a set in byte_sets
  bool waits_in_vain(ThreadId, Address mutex) const;
  bool goes_on_spinning(ThreadId) const;
  bool somebody_looks(const SpinRound&, Address mutex, std::uint32_t since) const;
  bool would_be_noticed() const;
  bool spins(const Pending&) const;
  bool all_spin_forever() const;
  bool runs_forever_ = false;  // of the state that the last step led to
  bool somebody_met_a_moment() const;
  bool is_without_effect(const SpinRound&) const;
  bool may_leave_out_rounds() const;
  void wait_after_all();
  void touch_rounds(ThreadId, const Operation&);
  void touch(SpinRound&, bool stored);
  Choice outcomes(ThreadId, const Operation&) const;
  void note_silent(ThreadId, OperationKind, Address object, bool shared = false);
  void finish(ThreadId, const Operation& exit);  // the process ends
  std::uint32_t failed_outside_ = 0;             // journalled: first failed expectation, index + 1
  std::vector<Failure> failed_expectations_;     // all that were ever met outside scopes; a cache
  bool apply(ThreadId, Choice);  // true: the thread goes on; false: it waits for the second half of its call
  void apply_atomic(ThreadId, const Operation&);
  void order_atomic(ThreadId, const Operation&, EdgeKind, MemoryOrder);
  ReleaseSequences sequences_{journal, world};
  AtomicPlaces places_{world, journal, observers, sequences_};
  void apply_synchronisation(ThreadId, const Operation&, Choice);
  void let_pass(ObjectId once);
  void mark(const Operation&);
  void broken(const Operation&, const char* detail);
  bool is_never_initialised(const Operation&) const;
  bool is_shared_twice(ThreadId, const Operation&) const;
  void plain_access(ThreadId, Address, std::uint64_t size, AccessKind, SiteId);
  AccessKind told_to_detector(Address key, AccessKind, SiteId) const;
  bool apply_mutex(ThreadId, const Operation&);
  void wake_up_takes_time_along(ThreadId, const Operation&, int error);
  void object_bytes(ThreadId, const Operation&, AccessKind);
  std::uint32_t extent(const Operation&) const;
  void touch_object(ThreadId, const Operation&, AccessKind);
  void touch_object(ThreadId, Address object, std::uint32_t size, AccessKind, SiteId);
  void touch_mutex_of_wait(ThreadId, const Operation&, AccessKind);
  // Both ends of it are: no object lies in two blocks.
  bool is_alive_object(Address a, std::uint32_t size) const {
    return in_program_memory(a) && !first_bad_byte(a, 4) && (size <= 4 || !first_bad_byte(a + size - 4, 4));
  }
  void detect_access(const Access&);
  void misused(ThreadId, const Operation&, sync::Misuse);
  void failed(Failure failure);  // notes it; the execution is over
  void memory_bug(Address, std::uint64_t size, AccessKind, SiteId);
  void describe_bad_byte(Failure&, const Access&) const;
  void describe_bad_heap_byte(Failure&, const Access&) const;
  // No living object there; but what a library has on its own stack is alive.
  bool is_dead(Address a, std::uint64_t size) {
    const Address bad = first_bad_byte(a, size);
    return bad && !belongs_to_library(bad, a, size);
  }
  bool belongs_to_library(Address bad, Address a, std::uint64_t size);
  bool is_known_mutex(const Operation&) const;
  std::string described(std::uint32_t variable, std::uint64_t size) const;
  std::string described(Address) const;
  bool is_library_frame(Address) const;
  void end_thread_locals();
  // For those who follow the program: the running thread comes to an operation; one was performed.
  void tell_arrival(const Operation& op) {
    if (observers.follow_program()) observers.arrived(current, op, is_of_program(op) && !enabled(current, op));
  }
  void tell_performed(ThreadId t, const Operation& op, std::int64_t result) {
    if (observers.follow_program() && is_of_program(op)) observers.performed(t, op, result);
  }
  static bool is_of_program(const Operation&);
  void run_key_destructors();

  StablePool<ProgramEntry> entries_;  // by thread: where it waits; journalled, if they are recorded
  StablePool<SpinRound> spin_rounds_;
  StablePool<Looks, 4> looks_;  // by thread
  Trial trial_;
  bool keeps_looks() const;
  bool has_open_look(ThreadId) const;
  void remember_looks(ThreadId);
  void open_look(ThreadId);
  void note_look(ThreadId, const Operation&, MemoryOrder, const std::byte* found);
  void note_plain_look(ThreadId, Address, std::uint64_t size, AccessKind);
  void try_later_look(ThreadId);
  void take_trial_back(ThreadId);
  void trial_access(Address, std::uint64_t size, AccessKind);
  [[noreturn]] void end_trial(bool same);
  void clear_below(ThreadId, void* context);
  std::unordered_map<std::uint32_t, bool> reference_counts_;  // by site: a cache
  StablePool<LoopCounts> loop_counts_;                        // by thread
  StablePool<LoopStates> loop_states_;                        // by thread
  std::vector<ThreadId> ran_;                                 // in this step
  std::vector<ThreadId> came_round_;                          // in this step: AbstractMachine::came_round
  std::unordered_map<void*, std::uint32_t> local_names_;
  static constexpr std::uint32_t kLocalsPerThread = 4096;
  StablePool<Address> locals_;
  const GlobalRange* thread_local_at(Address start) const;
  StablePool<KeyValue> key_values_;
};

// Of two ranges of this size.
inline bool overlaps_in_part(const void* a, const void* b, std::uint64_t size) {
  const std::uint64_t distance = reinterpret_cast<Address>(a) - reinterpret_cast<Address>(b);
  return distance != 0 && (distance < size || 0 - distance < size);
}

// The operation on the guard of a function-local static, or on a once flag.
Operation guard_operation(OperationKind kind, const void* guard, std::uint32_t site);

// What pthread_once writes into its word when it is done (so does glibc), and Operation::argument where there is such a word.
inline constexpr std::uint32_t kOnceDone = 2;

ExceptionGlobals& exceptions_in_flight();  // of the running thread

// In heddle_call_site while a round of a loop is watched and no external function was called in it.
inline constexpr std::uint32_t kNoCallSite = 0xffffffff;

// The engine of this process; nullptr outside a search.
extern Engine* engine;

// Its detector, if that is the one with an inline path: one load away for the hooks.
extern VectorClockDetector* fast_detector;

// True while program code runs. Plain global: read by malloc.
extern bool in_program;

// Where the program's part of the running thread's stack ends; 0: no thread runs. Below there is room for the tool.
extern Address stack_floor;
[[noreturn]] void overflow_stack();  // crash.cpp

// Code of the tool on the program's stack. There must be room for it: a fault in the middle would leave whatever it was
// about half done, or a lock of the C library or the unwinder taken.
class ToolScope {
 public:
  ToolScope() : before_(in_program) {
    in_program = false;
    if (stack_floor - reinterpret_cast<Address>(__builtin_frame_address(0)) < kStackStride) [[unlikely]]
      overflow_stack();
  }
  ~ToolScope() { in_program = before_; }
  ToolScope(const ToolScope&) = delete;
  ToolScope& operator=(const ToolScope&) = delete;

 private:
  bool before_;
};

}  // namespace heddle
