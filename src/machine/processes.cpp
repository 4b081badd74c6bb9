// Several processes in one search (docs/decisions/55-several-processes.md). The first thread is the kernel's: it starts
// the main threads of the processes, which are its children, and kills those that the search lets crash
// (--crash-process).
//
// A process ends in one operation, ProcessExit in one of its own threads or ProcessCrash in the kernel's, on which
// everything depends. On that thread's fiber, and without another operation (`quiet`), its threads vanish, what it has
// open is closed by its own copy of src/library, and robust mutexes lose their owners; other locks that it holds stay
// locked, which matters in memory that it shares.
//
// Which processes crash, and in which order, the kernel chooses before anything happens; then each crash is an
// operation like others, which the search places. Whoever was to crash but has ended before makes no difference: the
// execution is complete only when the kernel has tried, so that searches which reverse what has happened see the crash.
#include <algorithm>

#include "machine/models.h"
#include "machine/runtime.h"
#include "machine/streams.h"

namespace heddle {
namespace {

// All sequences of at most `length` different numbers below `count`, the empty one first.
std::vector<std::vector<std::size_t>> crash_plans(std::size_t count, std::uint64_t length) {
  std::vector<std::vector<std::size_t>> plans{{}};
  for (std::size_t i = 0; i < plans.size(); i++) {
    if (plans[i].size() >= length) continue;
    for (std::size_t next = 0; next < count; next++) {
      if (std::find(plans[i].begin(), plans[i].end(), next) != plans[i].end()) continue;
      plans.push_back(plans[i]);
      plans.back().push_back(next);
    }
  }
  return plans;
}

}  // namespace

std::string Engine::process_name(ThreadId t) const {
  const std::size_t number = process_of(t);
  return number < image.processes.size() ? image.processes[number].name : std::string();
}

bool Engine::alone_in_process() const {
  std::size_t live = 0;
  for (std::size_t i = 0; i < threads.size(); i++)
    live += threads[i].live && threads[i].process == threads[current.index()].process;
  return live == 1;
}

Address Engine::streams_with(Address a) const {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, image.processes.size()); i++)
    if (a - processes[i].streams < 3 * kStreamSize) return processes[i].streams;
  return processes[0].streams;
}

// The fiber of the kernel. Nothing of the tool's memory may be alive across an operation.
void Engine::run_kernel() {
  const std::uint64_t most = std::min<std::uint64_t>(options.crashes, image.processes.size());
  std::uint64_t plan = 0;
  if (most > 0) {
    if (options.visible == Visibility::Sync) assume(Assumption::Crashes);
    Operation choice;
    choice.kind = OperationKind::Choose;
    choice.argument = crash_plans(image.processes.size(), most).size();
    plan = visible(choice);
  }
  for (std::size_t i = 0; i < image.processes.size(); i++) {
    ThreadEntry entry;
    entry.kind = ThreadEntry::Kind::Main;
    entry.code = reinterpret_cast<Address>(image.processes[i].main);
    threads[create_thread(entry, SiteId{}).index()].process = static_cast<std::uint8_t>(i);
  }
  for (std::size_t i = 0; most > 0; i++) {
    const std::size_t next = [&] {
      const std::vector<std::size_t> sequence = crash_plans(image.processes.size(), most)[plan];
      return i < sequence.size() ? sequence[i] : kMaxProcesses;
    }();
    if (next == kMaxProcesses) break;
    Operation op;
    op.kind = OperationKind::ProcessCrash;
    op.argument = next;
    visible(op);
    crash(next);
  }
  ThreadRecord& record = self();
  record.live = false;
  record.ended = true;
  record.pending = Operation{};
  world.finish_thread(current);
  finish_if_all_ended();
  abandon();
}

void Engine::crash(std::size_t number) {
  Process& process = processes[number];
  if (process.ended) return;
  journal.remember(process);
  process.killed = true;
  // What closes its descriptors is its own code.
  std::uint8_t& acts_for = self().process;
  const std::uint8_t before = acts_for;
  acts_for = static_cast<std::uint8_t>(number);
  end_process(number);
  acts_for = before;
}

void Engine::leave_process(int status, SiteId site) {
  Process& mine = process();
  journal.remember(mine);
  mine.status = status;
  mine.exit_site = site;
  mine.last = current;
  end_process(process_of(current));
  finish_if_all_ended();
  abandon();
}

// The running thread is one of its own, or the kernel's.
void Engine::end_process(std::size_t number) {
  Process& process = processes[number];
  journal.remember(process);
  process.ended = true;
  const ThreadId by = current;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadId t(static_cast<std::uint16_t>(i));
    ThreadRecord& record = threads[i];
    if (record.process != number || t == by || !(record.live || record.ended)) continue;
    join(by, t);  // who notices that the process is gone comes after all that it did
    if (!record.live) continue;
    journal.remember(record);
    record.live = record.newborn = record.silent = false;
    record.ended = true;
    record.pending = Operation{};
    world.vanish(t);
    spin_rounds_[i].loop == 0 ? void() : journal.remember(spin_rounds_[i]);
    spin_rounds_[i].loop = 0;
  }
  quiet = true;
  if (process.closes != nullptr) {
    in_program = true;
    process.closes();
    in_program = false;
  }
  quiet = false;
  each_robust_mutex_of_dead(number, by);
  if (by != kMainThread) {
    ThreadRecord& record = self();
    record.live = false;
    record.ended = true;
    record.pending = Operation{};
    world.vanish(by);
  }
}

// All of it follows from what the thread itself has done: whether the operation depends on others must not depend on
// them.
bool Engine::end_is_unnoticed() const {
  if (!several() || process().noticed || threads[current.index()].children != 0 || world.robust_mutex_of(current))
    return false;
  std::size_t own = 0;
  for (std::size_t i = 0; i < threads.size(); i++) own += threads[i].process == threads[current.index()].process;
  return own == 1;
}

// Every mutex that they hold and that is robust gets to know it.
void Engine::each_robust_mutex_of_dead(std::size_t number, ThreadId by) {
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (threads[i].process != number || (t == by && by == kMainThread)) continue;
    while (const std::optional<ObjectId> mutex = world.robust_mutex_of(t)) {
      Operation op;
      op.kind = OperationKind::MutexAbandon;
      op.id = *mutex;
      op.object = world.address_of(*mutex);
      const sync::Effect effect = world.apply(t, op, 0);
      for (const Edge& edge : effect.all_edges()) order(by, edge);
    }
  }
}

std::optional<Failure> Engine::wrong_exit() const {
  const auto& accepted = options.exit_statuses;
  if (accepted.empty() || !wants(BugKind::Exit)) return std::nullopt;
  for (std::size_t i = 0; i < image.processes.size(); i++) {
    const Process& p = processes[i];
    if (!p.ended || p.killed || std::find(accepted.begin(), accepted.end(), p.status) != accepted.end()) continue;
    Failure failure;
    failure.kind = BugKind::Exit;
    failure.thread = p.last;
    failure.site = p.exit_site;
    failure.detail = "the process " + image.processes[i].name + " ends with status " + std::to_string(p.status);
    return failure;
  }
  return std::nullopt;
}

// The execution is complete when all processes have ended and the kernel has nothing left to do.
void Engine::finish_if_all_ended() {
  for (std::size_t i = 0; i < image.processes.size(); i++)
    if (!processes[i].ended) return;
  if (threads[kMainThread.index()].live) return;
  status = Status::Finished;
  completed_any = true;
  journal.remember(exit_status);
  for (std::size_t i = 0; i < image.processes.size(); i++)  // the highest of those who have not crashed
    if (!processes[i].killed) exit_status = std::max(exit_status, processes[i].status);
  look_at_library_variables();
  std::optional<Failure> failure = wrong_exit();
  if (!failure) return;
  if (round.stop_at_step) stop_for_debugger(failure->thread, summary(*failure));
  failures.push_back(std::move(*failure));
}

}  // namespace heddle

extern "C" {
void rt_world_is_noticed() {
  heddle::ToolScope tool;
  heddle_call_site = heddle::kNoCallSite;
  if (heddle::engine->process().noticed) return;
  heddle::engine->journal.remember(heddle::engine->process().noticed);
  heddle::engine->process().noticed = true;
}
void rt_world_closes_with(void (*closes)()) {
  heddle::ToolScope tool;
  heddle::engine->journal.remember(heddle::engine->process().closes);
  heddle::engine->process().closes = closes;
}
void rt_world_flushes_with(void (*flushes)()) {
  heddle::ToolScope tool;
  heddle::engine->journal.remember(heddle::engine->process().flushes);
  heddle::engine->process().flushes = flushes;
}
int rt_world_process() { return static_cast<int>(heddle::engine->process_of(heddle::engine->current)); }
}
