// A machine for scripted toy programs; see toy_machine.h.
#include "toy_machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/address_space.h"

namespace heddle::toy {
namespace {

constexpr Address base(unsigned i) { return kProgramBase + 0x1000 * i; }
constexpr Address kAtomics = base(1), kPlain = base(2), kMutexes = base(3), kConditions = base(4), kRwLocks = base(5),
                  kSemaphores = base(6), kBarriers = base(7), kOnces = base(8);
constexpr unsigned kSlot = 64;
constexpr Address at(Address base, unsigned i) { return base + kSlot * i; }
constexpr Address kBases[] = {kMutexes, kConditions, kRwLocks, kSemaphores, kBarriers, kAtomics, kPlain};
constexpr OperationKind kInits[] = {OperationKind::MutexInit, OperationKind::CondInit, OperationKind::RwInit,
                                    OperationKind::SemInit, OperationKind::BarrierInit};
constexpr OperationKind kDestroys[] = {OperationKind::MutexDestroy, OperationKind::CondDestroy,
                                       OperationKind::RwDestroy, OperationKind::SemDestroy,
                                       OperationKind::BarrierDestroy};

bool is_silent_wait(const Operation& op, bool timed) {
  return op.kind == OperationKind::BarrierLeave || (op.kind == OperationKind::FutexSleep && !timed) ||
         op.kind == OperationKind::Join;
}

bool observes_free_locks(Code c) {
  return c == Code::TryLock || c == Code::TimedLock || c == Code::TryReadLock || c == Code::TryWriteLock ||
         c == Code::Destroy;
}

const char* name_of(Code c) {
  static constexpr const char* kNames[] = {"lock",          "trylock",   "timedlock",  "unlock",     "wait",
                                           "timedwait",     "signal",    "broadcast",  "rdlock",     "wrlock",
                                           "tryrdlock",     "trywrlock", "rwunlock",   "sem_wait",   "sem_trywait",
                                           "sem_timedwait", "sem_post",  "arrive",     "once",       "load",
                                           "store",         "add",       "cas",        "futex_wait", "futex_timedwait",
                                           "futex_wake",    "choose",    "spin_while", "spin_tas",   "exit",
                                           "destroy",       "init",      "free",       "read",       "write",
                                           "skip_unless",   "again",     "assert_not", "create",     "join",
                                           "once_end",      "refuse"};
  return kNames[static_cast<std::size_t>(c)];
}

}  // namespace

namespace {

// A lock that is taken has one only if it waits for a change as well (waits_for_change), which none here does.
std::uint32_t width_of(OperationKind kind) {
  return kind == OperationKind::MutexLock || kind == OperationKind::CondReacquire ? 0 : 4;
}

// Without the dense name of the object, which the world gives.
Operation operation_of(const Instruction& i) {
  using K = OperationKind;
  auto named = [](K kind, Address object, std::uint64_t argument = 0) {
    Operation op;
    op.kind = kind;
    op.object = object;
    op.argument = argument;
    op.width = width_of(kind);
    return op;
  };
  Operation op;
  switch (i.code) {
    case Code::Lock:
      op = named(K::MutexLock, at(kMutexes, i.a), i.b);
      break;
    case Code::TryLock:
      op = named(K::MutexTryLock, at(kMutexes, i.a), i.b);
      break;
    case Code::TimedLock:
      op = named(K::MutexTimedLock, at(kMutexes, i.a), i.b);
      break;
    case Code::Unlock:
      op = named(K::MutexUnlock, at(kMutexes, i.a), i.b);
      break;
    case Code::CondWait:
      op = named(K::CondWait, at(kConditions, i.a), at(kMutexes, i.b));
      break;
    case Code::CondTimedWait:
      op = named(K::CondTimedWait, at(kConditions, i.a), at(kMutexes, i.b));
      break;
    case Code::Signal:
      op = named(K::CondSignal, at(kConditions, i.a));
      break;
    case Code::Broadcast:
      op = named(K::CondBroadcast, at(kConditions, i.a));
      break;
    case Code::ReadLock:
      op = named(K::RwReadLock, at(kRwLocks, i.a));
      break;
    case Code::WriteLock:
      op = named(K::RwWriteLock, at(kRwLocks, i.a));
      break;
    case Code::TryReadLock:
      op = named(K::RwTryReadLock, at(kRwLocks, i.a));
      break;
    case Code::TryWriteLock:
      op = named(K::RwTryWriteLock, at(kRwLocks, i.a));
      break;
    case Code::RwUnlock:
      op = named(K::RwUnlock, at(kRwLocks, i.a));
      break;
    case Code::SemWait:
      op = named(K::SemWait, at(kSemaphores, i.a));
      break;
    case Code::SemTryWait:
      op = named(K::SemTryWait, at(kSemaphores, i.a));
      break;
    case Code::SemTimedWait:
      op = named(K::SemTimedWait, at(kSemaphores, i.a));
      break;
    case Code::SemPost:
      op = named(K::SemPost, at(kSemaphores, i.a));
      break;
    case Code::Arrive:
      op = named(K::BarrierArrive, at(kBarriers, i.a));
      break;
    case Code::Once:
      op = named(K::OnceEnter, at(kOnces, i.a));
      break;
    case Code::Load:
    case Code::SpinWhile:
      op = named(K::AtomicLoad, at(kAtomics, i.a));
      break;
    case Code::Store:
      op = named(K::AtomicStore, at(kAtomics, i.a));
      break;
    case Code::Add:
    case Code::SpinTestAndSet:
      op = named(K::AtomicRmw, at(kAtomics, i.a));
      break;
    case Code::CompareExchange:
      op = named(K::AtomicCompareExchange, at(kAtomics, i.a), i.b);
      break;
    case Code::FutexWait:
      op = named(K::FutexWait, at(kAtomics, i.a), i.b);
      break;
    case Code::FutexTimedWait:
      op = named(K::FutexTimedWait, at(kAtomics, i.a), i.b);
      break;
    case Code::FutexWake:
      op = named(K::FutexWake, at(kAtomics, i.a), i.b);
      break;
    case Code::Read:
      op = named(K::PlainRead, at(kPlain, i.a));
      break;
    case Code::Write:
      op = named(K::PlainWrite, at(kPlain, i.a));
      break;
    case Code::Destroy:
      op = named(kDestroys[i.b], at(kBases[i.b], i.a));
      break;
    case Code::Init:
      op = named(kInits[i.b], at(kBases[i.b], i.a), i.c);
      break;
    case Code::Free:
      op = named(K::StorageEnd, at(kBases[i.b], i.a), kSlot);
      break;
    case Code::Choose:
      op.kind = K::Choose, op.argument = i.a;
      break;
    case Code::Join:
      op.kind = K::Join, op.object = i.a;
      break;
    default:
      op.kind = K::ProcessExit;
      break;
  }
  return op;
}

}  // namespace

Program Program::of(std::vector<Script> children) {
  Program p;
  p.threads.emplace_back();
  for (std::uint8_t i = 1; i <= children.size(); ++i) p.threads[0].push_back({Code::Create, i});
  for (std::uint8_t i = 1; i <= children.size(); ++i) p.threads[0].push_back({Code::Join, i});
  for (Script& s : children) p.threads.push_back(std::move(s));
  return p;
}

bool Program::unlock_is_visible() const {
  for (const Script& s : threads)
    for (const Instruction& i : s)
      if (observes_free_locks(i.code)) return true;
  return false;
}

bool Program::has_lifetimes() const {
  for (const Script& s : threads)
    for (const Instruction& i : s)
      if (i.code == Code::Destroy || i.code == Code::Init || i.code == Code::Free) return true;
  return false;
}

std::string Program::text() const {
  std::string out =
      fmt::format("semaphores {},{} barriers {},{}\n", semaphores[0], semaphores[1], barriers[0], barriers[1]);
  for (std::size_t t = 0; t < threads.size(); ++t) {
    out += fmt::format("T{}:", t);
    for (const Instruction& i : threads[t])
      out += fmt::format(" {}({},{},{}{})", name_of(i.code), i.a, i.b, i.c,
                         i.order == MemoryOrder::SequentiallyConsistent ? "" : ",weak");
    out += '\n';
  }
  return out;
}

ToyMachine::ToyMachine(const Program& program)
    : program_(program), unlock_is_visible_(program.unlock_is_visible()), lifetimes_(program.has_lifetimes()) {
  observers_.add(watch_);
  observers_.add(log_);
  for (unsigned i = 0; i < kCells; ++i) spin_sets_[i] = {at(kAtomics, i), 4};
  world_.set_spurious(program.spurious);
  may_do_.resize(program.threads.size());
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    std::vector<bool> seen(program.threads.size());
    may_do_[t].everything = false;
    read_script(t, seen, may_do_[t]);
  }
}

void ToyMachine::read_script(std::size_t thread, std::vector<bool>& seen, MayDo& into) const {
  if (seen[thread]) return;
  seen[thread] = true;
  auto add = [&](OperationKind kind, Address object) { into.touches.push_back({kind, object, 4}); };
  if (thread == kMainThread.index()) add(OperationKind::ProcessExit, 0);
  for (const Instruction& i : program_.threads[thread]) {
    if (i.code == Code::Create) {
      read_script(i.a, seen, into);
    } else if (i.code == Code::Read || i.code == Code::Write) {
      add(i.code == Code::Read ? OperationKind::PlainRead : OperationKind::PlainWrite, at(kPlain, i.a));
    } else if (i.code == Code::OnceEnd) {
      add(i.b == 0 ? OperationKind::OnceDone : OperationKind::OnceAbandon, at(kOnces, i.a));
    } else if (i.code != Code::SkipUnless && i.code != Code::Again && i.code != Code::AssertNot &&
               i.code != Code::Refuse) {
      const Operation op = operation_of(i);
      into.touches.push_back({op.kind, op.object, i.code == Code::Free ? kSlot : 4});
      if (i.code == Code::CondWait || i.code == Code::CondTimedWait) add(OperationKind::CondReacquire, op.object);
      if (i.code == Code::FutexWait || i.code == Code::FutexTimedWait) add(OperationKind::FutexSleep, op.object);
    }
  }
}

Operation ToyMachine::operation(OperationKind kind, Address object, std::uint64_t argument) {
  Operation op;
  op.kind = kind;
  op.object = object;
  op.id = world_.object_at(object);
  op.argument = argument;
  op.width = width_of(kind);
  return op;
}

const Instruction& ToyMachine::current(ThreadId t) const {
  static constexpr Instruction kEnd{Code::Exit};
  const Script& script = program_.threads[t.index()];
  return threads_[t.index()].pc < script.size() ? script[threads_[t.index()].pc] : kEnd;
}

namespace {

bool leaves_result(Code c) {
  return c == Code::Write || c == Code::Store || c == Code::Unlock || c == Code::RwUnlock || c == Code::Create ||
         c == Code::Init || c == Code::Free || c == Code::OnceEnd;
}

// Whose contents are known: plain accesses, and more of the kind.
bool has_known_contents(const Script& script, std::size_t skip) {
  const std::size_t end = skip + 1 + script[skip].b;
  for (std::size_t pc = skip + 1; pc < end; ++pc) {
    if (pc >= script.size()) return false;
    const Code c = script[pc].code;
    if (c == Code::SkipUnless ? pc + 1 + script[pc].b > end : c != Code::Read && c != Code::Write) return false;
  }
  return true;
}

}  // namespace

// What a read may decide, where a script only jumps forward, by the last result.
namespace {

// A branch leads from inside of [begin, end] to the outside, or the other way.
bool is_skipped_in_part(const Script& script, std::size_t begin, std::size_t end) {
  for (std::size_t pc = 0; pc < script.size(); ++pc) {
    if (script[pc].code == Code::Once || script[pc].code == Code::Again) return true;
    if (script[pc].code != Code::SkipUnless) continue;
    const std::size_t target = pc + script[pc].b + 1;
    if ((pc >= begin && pc <= end) || (target > begin && target <= end)) return true;
  }
  return false;
}

}  // namespace

void ToyMachine::read_flows() {
  flows_ = {};
  branch_numbers_.clear();
  const auto site = [](std::size_t t, std::size_t pc) { return static_cast<std::uint32_t>(t * 256 + pc); };
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    const Script& script = program_.threads[t];
    for (std::size_t pc = 0; pc < script.size(); ++pc) {
      if (script[pc].code != Code::SkipUnless || visible_cells != 0 || !has_known_contents(script, pc)) continue;
      branch_numbers_[site(t, pc)] = static_cast<std::uint32_t>(flows_.branches.size());
      BranchContents& contents = flows_.branches.emplace_back();
      for (std::size_t in = pc + 1; in <= pc + script[pc].b; ++in)
        if (script[in].code != Code::SkipUnless)
          contents.touches.push_back(
              {at(kPlain, script[in].a), 4, script[in].code == Code::Write, SiteId(site(t, in))});
    }
    for (std::size_t pc = 0; pc < script.size(); ++pc) {
      const Code c = script[pc].code;
      if (c != Code::Read && c != Code::Load && c != Code::Add) continue;
      Flow flow;
      bool known = true;
      for (std::size_t next = pc + 1; known && next < script.size(); ++next) {
        const auto branch = branch_numbers_.find(site(t, next));
        if (branch != branch_numbers_.end()) {
          flow.branches.push_back(branch->second);
          next += script[next].b;
        } else if (script[next].code == Code::SkipUnless || script[next].code == Code::AssertNot ||
                   script[next].code == Code::Again) {
          known = false;
        } else if (!leaves_result(script[next].code)) {
          break;
        }
      }
      if (known) flows_.reads[site(t, pc)] = flow;
    }
  }
}

// As instrument/inert_locks.cpp does it: mutexes that are only locked and unlocked, with plain accesses between, to
// cells that decide nothing.
void ToyMachine::read_inert_locks() {
  if (program_.unlock_is_visible() || program_.has_lifetimes() || visible_cells != 0) return;
  for (std::uint8_t lock = 0; lock < kCells; ++lock) {
    bool inert = true, used = false;
    std::array<bool, 256> guarded{};
    for (const Script& script : program_.threads)
      for (std::size_t pc = 0; pc < script.size(); ++pc) {
        const Instruction& i = script[pc];
        const bool waits = (i.code == Code::CondWait || i.code == Code::CondTimedWait) && i.b == lock;
        const bool tries = (i.code == Code::TryLock || i.code == Code::TimedLock) && i.a == lock;
        inert &= !waits && !tries;
        if (i.code == Code::Unlock && i.a == lock) inert = false;  // of no section
        if (i.code != Code::Lock || i.a != lock) continue;
        used = true;
        const std::size_t begin = pc++;
        for (; pc < script.size() && (script[pc].code == Code::Read || script[pc].code == Code::Write); ++pc)
          if (script[pc].code == Code::Write) guarded[script[pc].a] = true;
        inert &= i.b == 0 && pc < script.size() && script[pc].code == Code::Unlock && script[pc].a == lock;
        inert &= !is_skipped_in_part(script, begin, pc);
      }
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      for (std::size_t pc = 0; pc < program_.threads[t].size(); ++pc) {
        const Instruction& i = program_.threads[t][pc];
        if (i.code != Code::Read || !guarded[i.a]) continue;
        const auto flow = flows_.reads.find(static_cast<std::uint32_t>(t * 256 + pc));
        inert &= flow != flows_.reads.end() && flow->second.branches.empty();
      }
    if (inert && used) flows_.inert_locks.push_back(at(kMutexes, lock));
  }
}

void ToyMachine::start() {
  read_code();
  journal_.undo_to(0);
  threads_.assign(program_.threads.size(), ThreadState{});
  atomics_ = plain_ = {};
  ended_ = {};
  failures_.clear();
  status_ = Status::Running;
  world_.start_thread(kMainThread, kMainThread);
  threads_[0].live = threads_[0].newborn = true;
  for (unsigned i = 0; i < 4; ++i) {
    world_.apply(kMainThread, operation(OperationKind::SemInit, at(kSemaphores, i), program_.semaphores[i]), 0);
    world_.apply(kMainThread, operation(OperationKind::BarrierInit, at(kBarriers, i), program_.barriers[i]), 0);
    // Named in advance, so that the list of objects is the same in every search.
    for (Address kind : {kAtomics, kMutexes, kConditions, kRwLocks, kOnces}) world_.object_at(at(kind, i));
  }
  silent_.clear();
  settle();
}

void ToyMachine::save(SavedState& state) const {
  Saved& into = static_cast<Saved&>(state);
  into.journal = journal_.mark();
  into.threads = threads_;
  into.atomics = atomics_;
  into.plain = plain_;
  into.ended = ended_;
}

void ToyMachine::restore(const SavedState& state) {
  const Saved& from = static_cast<const Saved&>(state);
  journal_.undo_to(from.journal);
  threads_ = from.threads;
  atomics_ = from.atomics;
  plain_ = from.plain;
  ended_ = from.ended;
  failures_.clear();
  status_ = Status::Running;
  settle();
}

std::span<const std::pair<Address, std::uint32_t>> ToyMachine::byte_set(std::uint64_t argument) const {
  return {&spin_sets_[argument], 1};
}

bool ToyMachine::enabled(ThreadId t, const Operation& op) const {
  if (op.kind == OperationKind::SpinWait) return atomics_[op.argument] != threads_[t.index()].spin_value;
  return world_.enabled(t, op);
}

const Transition& ToyMachine::step(ThreadId t, Choice choice) {
  failures_.clear();
  silent_.clear();
  came_round_.clear();
  transition_ = {t, choice, false, threads_[t.index()].pending};
  if (apply(t, choice) && status_ == Status::Running) run(t);
  settle();
  if (reports_silent) transition_.silent = silent_;
  return transition_;
}

void ToyMachine::settle() {
again:
  pending_.clear();
  bool someone = false;
  for (std::uint16_t i = 0; i < threads_.size() && status_ == Status::Running; ++i) {
    ThreadState& thread = threads_[i];
    const ThreadId t(i);
    if (!thread.live) continue;
    if (thread.newborn) {
      thread.newborn = false;
      run(t);
      goto again;
    }
    const bool ready = enabled(t, thread.pending);
    // A once that is done has no more to be scheduled, also for who came to it before.
    if (!thread.silent && thread.pending.kind == OperationKind::OnceEnter && world_.once_done(thread.pending.id)) {
      thread.silent = true;
      note_silent(t, OperationKind::OnceEnter, thread.pending.object);
    }
    if (thread.silent && ready) {
      if (apply(t, 0) && status_ == Status::Running) run(t);
      goto again;
    }
    const bool chooses = thread.pending.kind == OperationKind::Choose;
    const Choice outcomes = chooses ? static_cast<Choice>(thread.pending.argument) : world_.outcomes(t, thread.pending);
    pending_.push_back({t, ready, outcomes, thread.pending});
    someone |= ready;
  }
  if (status_ == Status::Running) look_for_deadlock(someone);
}

// As the real machine: a circle of threads that wait for each other ends the execution even if others still run.
void ToyMachine::look_for_deadlock(bool someone) {
  std::vector<ThreadId> cycle;
  for (const Pending& p : pending_) {
    std::vector<ThreadId> seen{p.thread};
    for (auto next = world_.provider(p.thread, p.operation); next && cycle.empty();
         next = world_.provider(*next, threads_[next->index()].pending)) {
      if (!threads_[next->index()].live) break;
      if (*next == p.thread) cycle = seen;
      if (std::find(seen.begin(), seen.end(), *next) != seen.end()) break;
      seen.push_back(*next);
    }
    if (!cycle.empty()) break;
  }
  if (someone && cycle.empty()) return;
  std::string who;
  for (ThreadId t : cycle) who += fmt::format(" {}@{}", t.index(), threads_[t.index()].pc);
  if (cycle.empty()) who = final_state();
  fail(BugKind::Deadlock, kMainThread, "deadlock" + who);
  failures_.back().cycle = cycle;
  if (!someone) status_ = Status::Stuck;
}

void ToyMachine::fail(BugKind kind, ThreadId t, std::string detail) {
  Failure failure;
  failure.kind = kind;
  failure.thread = t;
  failure.detail = std::move(detail);
  failures_.push_back(std::move(failure));
  status_ = Status::Failed;
}

void ToyMachine::note_silent(ThreadId t, OperationKind kind, Address object, bool shared) {
  silent_.push_back({t, kind, shared, object});
}

void ToyMachine::result(ThreadId t, std::uint32_t value) {
  ThreadState& thread = threads_[t.index()];
  thread.result = value;
  thread.history = (thread.history ^ (value + 1)) * 0x9e3779b97f4a7c15u + thread.pc;
}

void ToyMachine::access(ThreadId t, unsigned cell, bool write) {
  uses(t, at(kPlain, cell), write ? AccessKind::Write : AccessKind::Read);
}

bool ToyMachine::uses(ThreadId t, Address address, AccessKind kind) {
  Access a;
  a.thread = t;
  a.kind = kind;
  a.address = address;
  a.size = kind == AccessKind::Free ? kSlot : 4;
  a.site = SiteId(static_cast<std::uint32_t>(t.index() * 256 + threads_[t.index()].pc));
  // Unordered, a use and the end of the storage are a race whoever comes first.
  if (observers_.access(a) && detects_races)
    fail(BugKind::Race, t, fmt::format("race on {:x}", address - kProgramBase));
  else if (has_ended(address))
    fail(BugKind::Memory, t, fmt::format("use after free {}@{}", t.index(), threads_[t.index()].pc));
  return status_ == Status::Running;
}

// A synchronisation object is memory too, as in the real machine.
void ToyMachine::touch(ThreadId t, const Operation& op) {
  if (!lifetimes_ || op.object < kMutexes || op.object >= kOnces || op.kind == OperationKind::BarrierLeave ||
      op.kind == OperationKind::CondReacquire)
    return;
  const auto is_among = [&](const auto& kinds) {
    return std::find(std::begin(kinds), std::end(kinds), op.kind) != std::end(kinds);
  };
  uses(t, op.object, is_among(kInits) || is_among(kDestroys) ? AccessKind::Write : AccessKind::AtomicWrite);
}

bool ToyMachine::has_ended(Address a) const {
  for (std::size_t what = 0; what < ended_.size(); ++what)
    if (a - kBases[what] < 4 * kSlot) return (ended_[what] >> (a - kBases[what]) / kSlot & 1) != 0;
  return false;
}

// Where races do not end an execution, it matters when an object begins or ends, and when it is unlocked.
bool ToyMachine::is_noticed(Address a) const {
  if (visible_cells == ~0u && !detects_races) return true;
  for (const ByteRange& range : visible_ranges_)
    if (a < range.begin + range.size && range.begin < a + kSlot) return true;
  return false;
}

void ToyMachine::initialise(ThreadId t, const Instruction& i) {
  const Operation op = operation(kInits[i.b], at(kBases[i.b], i.a), i.c);
  apply_world(t, op, 0);
}

void ToyMachine::end_storage(ThreadId t, const Instruction& i) {
  const Address address = at(kBases[i.b], i.a);
  if (!uses(t, address, AccessKind::Free)) return;
  bool locked = false;
  world_.forget_range(address, kSlot, [&](ObjectId id) {
    const sync::ObjectKind kind = world_.object(id).kind;
    locked |= (kind == sync::ObjectKind::Mutex || kind == sync::ObjectKind::RwLock) && world_.busy(id);
    observers_.forget(id);
  });
  if (locked)
    return fail(BugKind::Misuse, t, fmt::format("freed while locked {}@{}", t.index(), threads_[t.index()].pc));
  if (i.c == 0) ended_[i.b] = static_cast<std::uint8_t>(ended_[i.b] | 1u << i.a);
}

void ToyMachine::make_visible(const ByteRange& range) {
  if (range.begin - kPlain < 4 * kSlot) visible_cells |= 1u << static_cast<unsigned>((range.begin - kPlain) / kSlot);
  visible_ranges_.push_back(range);
}

void ToyMachine::plain(ThreadId t, const Instruction& i) {
  access(t, i.a, i.code == Code::Write);
  if (i.code == Code::Write)
    plain_[i.a] = i.b;
  else
    result(t, plain_[i.a]);
}

// The invisible part: until the next visible operation is published, or the thread has ended.
void ToyMachine::run(ThreadId t) {
  ThreadState& thread = threads_[t.index()];
  while (status_ == Status::Running) {
    const Instruction& i = current(t);
    const bool ended = thread.pc >= program_.threads[t.index()].size();
    if (ended && t != kMainThread) {
      thread.live = false;
      world_.finish_thread(t);
      return;
    }
    switch (i.code) {
      case Code::Read:
      case Code::Write:
        if ((visible_cells >> i.a & 1) != 0) return publish(t, i);
        plain(t, i);
        break;
      case Code::SkipUnless:
        if (const auto n = branch_numbers_.find(static_cast<std::uint32_t>(t.index() * 256 + thread.pc));
            n != branch_numbers_.end())
          log_.branch(t, n->second);
        if (thread.result != i.a) thread.pc = static_cast<std::uint16_t>(thread.pc + i.b);
        break;
      case Code::Again:
        if (thread.result == i.a) break;
        thread.pc = static_cast<std::uint16_t>(thread.pc - i.b);
        if (i.a == kNever) came_round_.push_back(t);
        continue;
      case Code::AssertNot:
        if (thread.result == i.a) fail(BugKind::Assertion, t, fmt::format("assertion {}@{}", t.index(), thread.pc));
        break;
      case Code::Create:
        threads_[i.a].live = threads_[i.a].newborn = true;
        world_.start_thread(ThreadId(i.a), t);
        observers_.fork(t, ThreadId(i.a));
        note_silent(t, OperationKind::ThreadCreate, i.a);
        break;
      case Code::OnceEnd: {
        const auto kind = i.b == 0 ? OperationKind::OnceDone : OperationKind::OnceAbandon;
        const Operation done = operation(kind, at(kOnces, i.a));
        const sync::Effect effect = world_.apply(t, done, 0);
        if (effect.misuse != sync::Misuse::None) fail(BugKind::Misuse, t, "once_end");
        for (const Edge& edge : effect.all_edges()) observers_.order(t, edge);
        note_silent(t, kind, done.object);
        break;
      }
      case Code::Init:
        // A semaphore of zero makes others wait, who then never come to race with this.
        if (kInits[i.b] == OperationKind::SemInit || is_noticed(at(kBases[i.b], i.a))) return publish(t, i);
        initialise(t, i);
        break;
      case Code::Free:
        if (is_noticed(at(kBases[i.b], i.a))) return publish(t, i);
        end_storage(t, i);
        break;
      case Code::Refuse:
        refusal_ = "toy.c:1: fork is not modelled";
        status_ = Status::Refused;
        return;
      default:
        publish(t, i);
        return;
    }
    ++thread.pc;
  }
}

void ToyMachine::publish(ThreadId t, const Instruction& i) {
  using K = OperationKind;
  ThreadState& thread = threads_[t.index()];
  Operation op = operation_of(i);
  if (op.object >= kProgramBase && op.kind != K::PlainRead && op.kind != K::PlainWrite && op.kind != K::StorageEnd)
    op.id = world_.object_at(op.object);
  op.order = i.order;
  op.failure_order = acquires(i.order) ? i.order : MemoryOrder::Relaxed;
  op.site = SiteId(static_cast<std::uint32_t>(t.index() * 256 + thread.pc));
  thread.pending = op;
  const bool unlocks = op.kind == K::MutexUnlock || op.kind == K::RwUnlock;
  const bool passes = op.kind == K::OnceEnter && world_.once_done(op.id);
  const bool nobody_else = world_.concerns_nobody_else(t, op);
  thread.silent =
      op.kind == K::Join || passes || (unlocks && !unlock_is_visible_ && !is_noticed(op.object)) || nobody_else;
  if (passes) note_silent(t, K::OnceEnter, op.object);
  if (unlocks && thread.silent && !nobody_else) note_silent(t, op.kind, op.object, world_.read_locks(t, op.id) > 0);
}

bool ToyMachine::apply(ThreadId t, Choice choice) {
  ThreadState& thread = threads_[t.index()];
  const Instruction& i = current(t);
  const Operation op = thread.pending;
  thread.silent = false;
  switch (op.kind) {
    case OperationKind::ProcessExit:
      status_ = Status::Finished;
      return false;
    case OperationKind::Choose:
      result(t, choice);
      break;
    case OperationKind::PlainRead:
    case OperationKind::PlainWrite:
      plain(t, i);
      break;
    case OperationKind::StorageEnd:
      end_storage(t, i);
      break;
    case OperationKind::SpinWait:
      publish(t, i);
      return false;
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicStore:
    case OperationKind::AtomicRmw:
    case OperationKind::AtomicCompareExchange:
      apply_atomic(t, i, op);
      break;
    case OperationKind::FutexWait:
    case OperationKind::FutexTimedWait:
      if (atomics_[i.a] == i.b)
        apply_world(t, op, choice);
      else
        result(t, 11);
      break;
    default:
      apply_world(t, op, choice);
      break;
  }
  if (status_ != Status::Running || thread.pending.kind != op.kind) return false;
  if (i.code == Code::Once && thread.result != 1) thread.pc = static_cast<std::uint16_t>(thread.pc + i.b + 1);
  ++thread.pc;
  return true;
}

void ToyMachine::apply_atomic(ThreadId t, const Instruction& i, const Operation& op) {
  ThreadState& thread = threads_[t.index()];
  const std::uint32_t old = atomics_[i.a];
  const bool matches = op.kind != OperationKind::AtomicCompareExchange || old == i.b;
  const bool stores = op.kind != OperationKind::AtomicLoad && matches;
  if (lifetimes_ && !uses(t, op.object, stores ? AccessKind::AtomicWrite : AccessKind::AtomicRead)) return;
  observers_.order(t, atomic_edge(op, stores));
  transition_.wrote = stores;
  transition_.before = old;
  switch (i.code) {
    case Code::Store:
      atomics_[i.a] = i.b;
      return;
    case Code::Add:
      atomics_[i.a] = (old + i.b) % 4;
      break;
    case Code::CompareExchange:
      if (stores) atomics_[i.a] = i.c;
      break;
    case Code::SpinTestAndSet:
      atomics_[i.a] = 1;
      break;
    default:
      break;
  }
  const bool spins = (i.code == Code::SpinWhile && old == i.b) || (i.code == Code::SpinTestAndSet && old == 1);
  if (!spins) return result(t, old);
  if (compares_states_) {  // the same operation again
    --thread.pc;
    return;
  }
  thread.spin_value = old;
  thread.pending = Operation{};
  thread.pending.kind = OperationKind::SpinWait;
  thread.pending.argument = i.a;
  thread.pending.site = op.site;
}

void ToyMachine::apply_world(ThreadId t, const Operation& op, Choice choice) {
  using K = OperationKind;
  ThreadState& thread = threads_[t.index()];
  const bool gives_up = op.kind == K::MutexUnlock || op.kind == K::RwUnlock || op.kind == K::CondWait ||
                        op.kind == K::CondTimedWait || op.kind == K::SemPost || op.kind == K::BarrierArrive;
  if (gives_up) touch(t, op);
  if (status_ != Status::Running) return;
  if (op.object >= kMutexes && op.kind != K::CondReacquire && has_ended(op.object)) return touch(t, op);
  const sync::Effect effect = world_.apply(t, op, choice);
  if (effect.misuse != sync::Misuse::None)
    return fail(BugKind::Misuse, t, fmt::format("misuse {}@{}", t.index(), thread.pc));
  if (effect.forgets && lifetimes_) {
    observers_.forget(op.id);
    observers_.forget(sync::World::second_part(op.id));
  }
  for (const Edge& edge : effect.all_edges()) observers_.order(t, edge);
  if (!gives_up) touch(t, op);
  if (status_ != Status::Running) return;
  if (op.kind == OperationKind::Join) {
    const ThreadId finished(static_cast<std::uint16_t>(op.object));
    observers_.join(t, finished);
    note_silent(t, OperationKind::Join, op.object);
  }
  if (effect.next) {
    thread.pending = *effect.next;
    thread.silent = is_silent_wait(thread.pending, world_.thread(t).timed);
  } else if (op.kind != OperationKind::MutexUnlock && op.kind != OperationKind::RwUnlock) {
    result(t, static_cast<std::uint32_t>(op.kind == OperationKind::FutexWake ? effect.value : effect.result));
  }
}

void ToyMachine::write_state(StateWriter& to) const {
  for (unsigned i = 0; i < kCells; ++i) to.word(atomics_[i]), to.word(plain_[i]);
  for (const std::uint8_t bits : ended_) to.word(bits);
  for (const ThreadState& t : threads_) {
    to.word(std::uint64_t{t.live} | std::uint64_t{t.silent} << 1 | std::uint64_t{t.pc} << 8 |
            std::uint64_t{t.result} << 32);
    if (keeps_history) to.word(t.history);
    if (!t.live) continue;
    to.word(t.pending.kind);
    to.word(t.pending.object);
    to.word(t.pending.kind == OperationKind::BarrierLeave ? 0 : t.pending.argument);
  }
  world_.write_state(to);
}

Fingerprint ToyMachine::fingerprint() const {
  writer_.begin(StateWriter::Detail::Fingerprints);
  write_state(writer_);
  return writer_.fingerprint();
}

bool ToyMachine::knowledge(Knowledge& into) const {
  if (!detects_races) return into = {}, true;
  WorldPopulation population(world_);
  population.look();
  return detector_.knowledge(population, scratch_, into);
}

std::optional<Failure> ToyMachine::livelock(std::span<const ThreadId>) const {
  return Failure(BugKind::Deadlock, kMainThread, SiteId{}, 0, "deadlock" + final_state());
}

std::string ToyMachine::final_state() const {
  std::string out;
  for (unsigned i = 0; i < kCells; ++i) out += fmt::format(" {}/{}", atomics_[i], plain_[i]);
  for (const std::uint8_t bits : ended_) out += fmt::format(" {}", bits);
  for (std::size_t t = 0; t < threads_.size(); ++t)
    out += fmt::format(" T{}:{}:{:x}", t, threads_[t].pc, keeps_history ? threads_[t].history : 0);
  for (std::uint32_t i = 0; i < world_.object_count(); ++i) {
    const sync::Object& o = world_.object(ObjectId(i * sync::World::kParts));
    const unsigned owner = o.owned ? static_cast<unsigned>(o.owner.index()) + 1 : 0;
    if (owner || o.count || o.flags)
      out += fmt::format(" {:x}:{}:{}:{}", o.address - kProgramBase, owner, o.count, o.flags);
  }
  return out;
}

}  // namespace heddle::toy
