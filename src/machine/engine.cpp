// Stepping: which fiber runs, what happens around it. See engine.h for the ground rules; what an operation does is in
// operations.cpp, who can go on in pending.cpp, deadlocks in deadlock.cpp, the end of threads and of the process in
// lifetime.cpp, that of an execution in early_end.cpp.
#include "machine/engine.h"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine/dead_values.h"
#include "machine/error_numbers.h"
#include "machine/fiber.h"
#include "machine/float_flags.h"
#include "machine/program_entry.h"
#include "machine/restore_check.h"
#include "machine/runtime.h"
#include "model/address_space.h"
#include "support/invariant.h"

namespace __cxxabiv1 {
extern "C" __cxa_eh_globals* __cxa_get_globals() noexcept;
}

namespace heddle {

Engine* engine = nullptr;
VectorClockDetector* fast_detector = nullptr;
bool short_path = false;
bool in_program = false;
Address stack_floor = 0;

// Of the one OS thread that runs every fiber: looked up once, not at every switch.
ExceptionGlobals& exceptions_in_flight() {
  static auto* const globals = reinterpret_cast<ExceptionGlobals*>(__cxxabiv1::__cxa_get_globals());
  return *globals;
}

namespace {

// cli/ has checked that it can be read.
std::string read_file(const std::string& path) {
  std::string text;
  if (FILE* f = std::fopen(path.c_str(), "rb")) {
    char buffer[4096];
    while (std::size_t n = std::fread(buffer, 1, sizeof buffer, f)) text.append(buffer, n);
    std::fclose(f);
  }
  return text;
}

// First and last frame of every program thread. The stack ends here for the unwinder, so that an exception that leaves
// the thread's function finds no handler and is std::terminate at the throw, without destructors being run, as it is
// in a real program; our handler takes it from there. (noexcept would count as a handler: the stack would be unwound.)
void fiber_main(fiber::transfer_t from) {
  __asm__ volatile(".cfi_undefined rip");
  if (engine->stopping) engine->stand_still();
  engine->scheduler = from.fctx;
  run_thread_function(engine->self().entry);
}

}  // namespace

Engine::Engine(const Image& i, const CheckOptions& o, const Round& r, Journal& j, RaceDetector* d, ThreadNames& n)
    : image(i),
      options(o),
      round(r),
      journal(j),
      observers(d),
      fast(dynamic_cast<VectorClockDetector*>(d)),
      names(n),
      world(j),
      memory(i),
      heap(j),
      storage(j, i),
      time(j),
      output(j) {
  world.set_spurious(o.spurious_wakeups);
  fast_detector = fast;
  detect::KnownLines::reserve();
  for (BugKind kind : o.properties) wanted_ |= 1u << static_cast<unsigned>(kind);
  races_decide_ = d && d->exact() && wants(BugKind::Race) && !o.keep_going;
  if (!o.stdin_file.empty()) input = read_file(o.stdin_file);
  process_specs = read_processes(o.processes);
  if (std::getenv("HEDDLE_OVERWRITE_DEAD") != nullptr) overwrite_dead_values();  // for tests
}

void Engine::compare_states() {
  compares_states = true;
  heap.wipe_freed_blocks();
}

// Who wants to hear of every access gets every access.
void Engine::observe(AccessObserver& observer) {
  observers.add(observer);
  if (fast) fast->disable_fast_path(true);
  fast = fast_detector = nullptr;
}

Engine::~Engine() {
  fast_detector = nullptr;
  short_path = false;
  heddle_known_now = kNothingIsKnown;
}

void Engine::start() {
  if (round.loop_bound.every_round) compare_states();
  journal.undo_to(0);
  restores++;
  memory.reset();
  failures.clear();
  refusal.clear();
  status = Status::Running;
  roaming = false;
  at_once = nullptr;
  exit_status = 0;
  step_number = 0;
  observers.new_interval();
  storage.new_interval();
  heap.new_interval();
  threads.grow_to(1);
  spin_rounds_.grow_to(1);
  entries_.grow_to(1);
  journal.remember(entries_[0]);
  entries_[0] = {};
  journal.remember(thread_total);
  thread_total = 1;
  ThreadRecord& main = threads[0];
  journal.remember(main);
  main = ThreadRecord{};
  main.live = main.newborn = true;
  main.entry.kind = several() ? ThreadEntry::Kind::Kernel : ThreadEntry::Kind::Main;
  main.entry.code = several() ? 0 : reinterpret_cast<Address>(image.main);
  main.process = several() ? kMaxProcesses : 0;
  world.start_thread(kMainThread, kMainThread);
  if (!memory.provide(kMainThread, names.slot(kMainThread))) {
    refusal = "no memory for the program's stack";
    status = Status::Refused;
    return;
  }
  main.context = fiber::make_fcontext(reinterpret_cast<void*>(Memory::stack_top(kMainThread)), Memory::kStackSize, fiber_main);
  set_float_flags(main.context, kNoFloatFlags);
  give_end(kMainThread);
  ran_.clear();
  came_round_.clear();
  settle();
  if (compares_states && status == Status::Running) reclaim_blocks();
}

void Engine::step(ThreadId t, Choice choice) {
  HEDDLE_INVARIANT(status == Status::Running && !in_program && !on_fiber);
  HEDDLE_INVARIANT(threads[t.index()].live && enabled(t, threads[t.index()].pending));
  HEDDLE_INVARIANT(choice < outcomes(t, threads[t.index()].pending));
  failures.clear();
  ran_.clear();
  came_round_.clear();
  const ThreadRecord& record = threads[t.index()];
  remember(t);
  if (waits_for_no_reason(t, record.pending)) came_round_.push_back(t);
  step_number++;
  runs++;
  transition = Transition{t, choice, false, record.pending};
  current = t;
  observers.running(t);
  silent_log.clear();
  chosen = true;
  if (apply(t, choice)) run(t);
  at_once = nullptr;
  settle();
  if (compares_states && status == Status::Running) reclaim_blocks();
  transition.silent = silent_log;
}

// Before anything is done on behalf of a thread: everything of its own that may change until it stops again.
void Engine::remember(ThreadId t) {
  journal.remember_bytes(&threads[t.index()], offsetof(ThreadRecord, operands));
  remember_looks(t);
  SpinRound& round = spin_rounds_[t.index()];
  if (round.loop)  // otherwise when watching begins (spin.cpp). Cells that are not in use hold nothing.
    journal.remember_bytes(&round, offsetof(SpinRound, cells) + round.count * sizeof(SpinRound::Cell));
}

constexpr std::size_t kJournalRoom = std::size_t{1} << 16;

// Switches to a thread until it has published its next operation, ended or failed. It must be remembered.
void Engine::run(ThreadId t) {
  ThreadRecord& record = threads[t.index()];
  const SpinRound& round = spin_rounds_[t.index()];
  current = t;
  ran_.push_back(t);
  record.visible_since_edge = true;
  heddle_loop_rounds = 0;
  heddle_loop_trigger = 0;
  heddle_loop_first = 0;
  heddle_call_site = round.loop ? kNoCallSite : 0;
  if (keeps_entries()) heddle_program_entry = entries_[t.index()];
  observers.running(t);
  choose_fast_path(round.loop != 0);
  if (image.may_spin || compares_states) clear_below(t, record.context);
  exceptions_in_flight() = record.exceptions;
  native_errno() = record.saved_errno;
  if (image.reads_float_flags) set_x87_flags(record.saved_float_flags);
  journal.reserve(kJournalRoom);  // not every hook that remembers something leaves program mode for it
  stack_floor = Memory::stack_top(t) - Memory::kStackSize;
  on_fiber = true;
  record.context = fiber::jump_fcontext(record.context, nullptr).fctx;
  while (trial_.wanted) {
    try_later_look(t);
    on_fiber = true;
    record.context = fiber::jump_fcontext(record.context, nullptr).fctx;
  }
  on_fiber = false;
  in_program = false;
  stack_floor = 0;
  if (record.pending.kind == OperationKind::AtomicLoad && record.live && keeps_looks()) open_look(t);
  record.saved_errno = native_errno();
  if (image.reads_float_flags) record.saved_float_flags = x87_flags();
  record.exceptions = exceptions_in_flight();
}

// Frames have holes that nobody writes, and stacks are compared (spin.cpp, loop_states.cpp): what another execution left there
// must not show.
void Engine::clear_below(ThreadId t, void* context) {
  constexpr Address kCleared = 2048;
  const auto top = reinterpret_cast<Address>(context);
  const Address bottom = std::max(top - kCleared, Memory::stack_top(t) - Memory::kStackSize);
  if (bottom < top) std::memset(reinterpret_cast<void*>(bottom), 0, top - bottom);
}

// Back to the scheduler, until this thread is run again.
// Not inline: what its callers leave in their frames is part of the keys of loop_states.cpp, so let it be little.
[[gnu::noinline]] void Engine::yield() {
  const bool before = in_program;
  in_program = false;
  if (keeps_entries()) {
    journal.remember(entries_[current.index()]);
    entries_[current.index()] = heddle_program_entry;
  }
  scheduler = fiber::jump_fcontext(scheduler, nullptr).fctx;
  if (stopping) [[unlikely]]
    stand_still();
  in_program = before;
}

void Engine::abandon() {
  in_program = false;
  fiber::jump_fcontext(scheduler, nullptr);
  __builtin_unreachable();
}

// Lets everyone go on who can without being scheduled, until nobody is left who can: then the list of pending
// operations is complete. Then looks at who is left.
void Engine::settle() {
  std::size_t ready = 0;
  for (bool again = true; again && status == Status::Running;) {
    again = false;
    ready = 0;
    pending.clear();
    for (std::size_t i = 0; i < threads.size(); i++) {
      ThreadRecord& record = threads[i];
      if (!record.live) continue;
      const ThreadId t(static_cast<std::uint16_t>(i));
      if (!record.newborn) {
        const bool can = (record.silent || !again) && enabled(t, record.pending);
        if (!again && !(record.silent && can)) ready += list(t, record, can);
        if (!record.silent || !can) continue;
      }
      remember(t);
      runs++;
      const bool goes_on = record.newborn || (current = t, apply(t, 0));
      record.newborn = false;
      if (goes_on && status == Status::Running) run(t);
      again = true;
      if (status != Status::Running) break;
    }
  }
  if (status == Status::Finished || status == Status::Refused) {
    pending.clear();
    pending_is_stale = false;  // there is nothing to list
    return;
  }
  ready = status == Status::Running ? listed(ready) : list_pending();
  if (ready > 0 && options.spurious_wakeups && wants(BugKind::Deadlock) && all_wait_for_no_reason()) ready = 0;
  if (status == Status::Running) look_for_deadlock(ready > 0);
}

void Engine::save(Snapshot& into) {
  observers.new_interval();
  storage.new_interval();
  heap.new_interval();
  into.journal_ = journal.mark();
  into.step_number_ = step_number;
  memory.copy_out(*this, into);
  if (restore_check_) restore_check_->saved(into);
}

void Engine::restore(const Snapshot& from) {
  HEDDLE_INVARIANT(from.step_number_ <= step_number);  // a state of the path that led here
  journal.undo_to(from.journal_);
  step_number = from.step_number_;
  restores++;
  memory.copy_in(*this, from);
  observers.new_interval();
  storage.new_interval();
  heap.new_interval();
  failures.clear();
  status = Status::Running;
  roaming = false;
  ran_.clear();
  pending_is_stale = true;  // most searches step at once; list_pending() when asked
  if (restore_check_) restore_check_->restored(from);
}

// ---- on the fiber ------------------------------------------------------------------------------------------------

Operation Engine::operation(OperationKind kind, const void* object, std::uint64_t argument) {
  Operation op;
  op.kind = kind;
  op.site = SiteId(heddle_call_site == kNoCallSite ? 0 : heddle_call_site);
  op.object = reinterpret_cast<Address>(object);
  op.id = world.object_at(op.object);
  op.argument = argument;
  return op;
}

std::uint64_t Engine::visible(Operation op) {
  not_in_trial();
  if (world.concerns_nobody_else(current, op)) return immediate(op);
  ThreadRecord& record = self();
  record.visible_since_edge = true;
  heddle_loop_trigger = 0;
  record.pending = op;
  record.published = step_number;
  record.silent = false;
  if (SpinRound& round = spin_round(current); round.loop) note_pause(round, op);
  if (record.barren) keep_barren(record, spin_round(current), record.pending);
  if (record.section_depth > 0) return visible_in_section(op);
  if (alone() && enabled(current, op) && outcomes(current, op) == 1 && op.kind != OperationKind::ProcessExit)
    return immediate(op);
  if (at_once != nullptr && goes_on_at_once(record.pending)) {
    immediate(op);
  } else {
    tell_arrival(op);
    yield();
  }
  note_in_call(self().result);
  return self().result;
}

// Whoever replays the schedule stops here and chooses the thread again: nothing else may happen in between.
bool Engine::goes_on_at_once(const Operation& op) {
  if (op.kind != OperationKind::MutexLock || op.width != 0) return false;
  const std::vector<Address>& mutexes = at_once->mutexes;
  if (std::find(mutexes.begin(), mutexes.end(), op.object) == mutexes.end()) return false;
  if (self().barren || options.scope || !enabled(current, op) || outcomes(current, op) != 1) return false;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadRecord& other = threads[i];
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (other.live && t != current && (other.newborn || (other.silent && enabled(t, other.pending)))) return false;
  }
  if (!at_once->goes_on(current, op)) return false;
  heddle_loop_rounds = 0;
  heddle_loop_first = 0;
  constexpr std::size_t kOwnFrames = 1024;
  if (image.may_spin) clear_below(current, static_cast<std::byte*>(__builtin_frame_address(0)) - kOwnFrames);
  journal.reserve(kJournalRoom);
  step_number++;
  runs++;
  chosen = true;
  return true;
}

std::uint64_t Engine::silent(Operation op) {
  not_in_trial();
  ThreadRecord& record = self();
  if (enabled(current, op)) return immediate(op);
  if (record.section_depth > 0) return visible_in_section(op);
  record.pending = op;
  record.silent = true;
  tell_arrival(op);
  yield();
  note_in_call(self().result);
  return self().result;
}

std::uint64_t Engine::immediate(Operation op) {
  not_in_trial();
  ThreadRecord& record = self();
  record.pending = op;
  record.silent = false;
  if (!apply(current, 0)) yield();
  if (status != Status::Running) abandon();
  return self().result;
}

// Entering exit() and atomic sections are operations on objects that no program has.
bool Engine::is_of_program(const Operation& op) {
  const bool once = op.kind == OperationKind::OnceEnter || op.kind == OperationKind::OnceAbandon;
  return !once || op.object < kExitObject;
}

ThreadId Engine::create_thread(ThreadEntry entry, SiteId site) {
  ThreadRecord& parent = self();
  const ThreadId child = names.child(current, ++parent.children);
  if (child == kMainThread || !memory.provide(child, names.slot(child)))
    refuse("more than " + std::to_string(names.size()) + " threads: the machine has no room for another");
  threads.grow_to(child.index() + 1);
  spin_rounds_.grow_to(child.index() + 1);
  entries_.grow_to(child.index() + 1);
  if (keeps_entries()) {
    journal.remember(entries_[child.index()]);
    entries_[child.index()] = {};
  }
  ThreadRecord& record = threads[child.index()];
  journal.remember(record);
  journal.remember(thread_total);
  thread_total++;
  record = ThreadRecord{};
  record.live = record.newborn = true;
  record.parent = current;
  record.process = parent.process;
  record.entry = entry;
  record.created_at = site;
  record.blocked_signals = parent.blocked_signals;
  record.context = fiber::make_fcontext(reinterpret_cast<void*>(Memory::stack_top(child)), Memory::kStackSize, fiber_main);
  if (image.reads_float_flags) record.saved_float_flags = x87_flags();  // a thread begins with those of its creator
  world.start_thread(child, current, names.slot(child));
  give_end(child);
  observers.fork(current, child);
  time.fork(current, child);
  note_silent(current, OperationKind::ThreadCreate, child.value);
  note_effect(spin_round(current));
  Operation creates;
  creates.kind = OperationKind::ThreadCreate;
  creates.site = site;
  creates.object = child.value;
  tell_performed(current, creates, 0);
  return child;
}

}  // namespace heddle
