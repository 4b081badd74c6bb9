// What an operation does when its thread is chosen: to the synchronisation objects, to memory, and to the detector's
// knowledge of who happened before whom.
// Atomic operations: atomics.cpp.
#include <errno.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "machine/engine.h"
#include "machine/object_extent.h"
#include "model/address_space.h"

namespace heddle {
namespace {

// The first word of a lock or semaphore shows whether it can be had, as glibc's do: a loop around trylock waits for a
// change of it. Does the operation concern such a word?
bool has_shown_state(OperationKind k) {
  const Operand object = operand_of(k);
  return (is_lock(object) || object == Operand::Semaphore) && !ends_object(k);
}
std::uint32_t shown_state(const sync::Object& object) {
  if (object.kind == sync::ObjectKind::Mutex || object.owned) return object.owned;
  const bool writers_wait = object.kind == sync::ObjectKind::RwLock && object.limit > 0;
  return object.count << 1 | (writers_wait ? 1u << 31 : 0);
}

// An operation that came back with nothing: it was busy, or the time was over.
bool is_in_vain(OperationKind k, int error) {
  if (error != EBUSY && error != EAGAIN && error != ETIMEDOUT) return false;
  const bool gives_up = may_give_up(k) || (has_limit(k) && operand_of(k) == Operand::Semaphore);
  return gives_up || k == OperationKind::FutexSleep;
}

// A round of a loop may do that and undo it, like a lock.
bool takes_free_mutex(const Operation& op) {
  return may_give_up(op.kind) && operand_of(op.kind) == Operand::Mutex && (op.argument & sync::kSpin) == 0;
}

}  // namespace

bool Engine::apply(ThreadId t, Choice choice) {
  ThreadRecord& record = threads[t.index()];
  const Operation op = record.pending;
  const bool silent = !std::exchange(chosen, false) && !world.concerns_nobody_else(t, op);
  const bool shared = op.kind == OperationKind::RwUnlock && world.read_locks(t, op.id) > 0;
  record.result = 0;
  if (op.cancellable && is_cancelled_by(t, op, choice)) {
    journal.remember(record.cancellation);
    record.cancellation.acting = true;
    close_looks(t);
    tell_performed(t, op, ECANCELED);
    return status == Status::Running;
  }
  switch (operand_of(op.kind)) {
    case Operand::Memory:
      if (is_atomic_access(op.kind))
        apply_atomic(t, op);
      else if (is_plain_access(op.kind))
        plain_access(t, op.object, op.width, may_write(op.kind) ? AccessKind::Write : AccessKind::Read, op.site);
      break;  // the end of storage: the thread goes on and ends it
    case Operand::Nothing:
      if (op.kind == OperationKind::ProcessExit && !several()) finish(t, op);  // of several: leave_process
      if (outcomes_of(op.kind) != Outcomes::Chosen) break;
      record.result = choice;
      note_effect(spin_rounds_[t.index()]);
      break;
    case Operand::SeveralLocks:
      if (op.kind == OperationKind::LockAll) record.granted = static_cast<std::uint8_t>(byte_sets[op.argument].size());
      break;
    case Operand::Thread:
      if (op.kind != OperationKind::Cancel) {
        apply_synchronisation(t, op, choice);
        break;
      }
      if (world.gone(ThreadId(static_cast<std::uint16_t>(op.object)))) misused(t, op, sync::Misuse::GoneThread);
      if (status != Status::Running) break;
      request_cancellation(ThreadId(static_cast<std::uint16_t>(op.object)), choice);
      note_effect(spin_rounds_[t.index()]);
      break;
    case Operand::Futex:
      if (role_of(op.kind) == Role::FutexWait && read_value(op.object, op.width) != op.argument) {
        record.result = EAGAIN;  // it sleeps only while the word is as expected
        note_read(spin_rounds_[t.index()], op.object, op.width, read_value(op.object, op.width));
        break;
      }
      apply_synchronisation(t, op, choice);
      break;
    case Operand::Mutex:
      if (!apply_mutex(t, op)) apply_synchronisation(t, op, choice);
      break;
    case Operand::Condition:
    case Operand::RwLock:
    case Operand::Semaphore:
    case Operand::Barrier:
    case Operand::Once:
      apply_synchronisation(t, op, choice);
      break;
    case Operand::Channel:  // src/library goes on from here
    case Operand::Text:     // recorded only
      break;
  }
  tell_performed(t, op, static_cast<std::int64_t>(record.result));
  const bool over = record.pending.kind == op.kind;  // otherwise the second half of the call comes first
  if (op.kind == OperationKind::MutexLock && op.width != 0) record.barren = false;
  if ((restless | beating) != 0) [[unlikely]]
    touch_rounds(t, op);
  if (!is_memory_access(op.kind) && op.kind != OperationKind::SpinWait) close_looks(t);
  if (silent && over) note_silent(t, op.kind, op.object, shared);
  return over && status == Status::Running;
}

// What the clocks of a search have to know of an operation that it did not choose.
void Engine::note_silent(ThreadId t, OperationKind kind, Address object, bool shared) {
  if (column<&OperationTraits::silently>(kind) == Silently::Unnoticed) return;
  ToolScope scope;
  silent_log.push_back({t, kind, shared, object});
}

// Whoever takes a lock looks at its kind and state first: the lock's own edges do not order that after its initialisation.
// (A plain read of a lock that others take is none of its beginnings, so what comes before the edges is a read.)
static bool looks_first(OperationKind kind) { return takes_one_lock(kind) && is_lock(operand_of(kind)); }

// The frequent cases of apply_synchronisation in short. False: it is none of them.
bool Engine::apply_mutex(ThreadId t, const Operation& op) {
  std::uint32_t held = 1;
  if ((op.argument & sync::kSpin) != 0) return false;
  if (op.kind == OperationKind::MutexLock) {
    if (!world.lock_free_mutex(t, op.id)) return false;
    // See looks_first. Of the look nothing needs to be kept: whoever it races with later races with the write below.
    constexpr std::uint32_t kSize = sizeof(pthread_mutex_t);
    const bool alive = is_alive_object(op.object, kSize);
    if (!alive || !fast || !fast->follows_writes(t, op.object, kSize)) touch_object(t, op, AccessKind::AtomicRead);
    if (status != Status::Running) return true;
    order(t, Edge{EdgeKind::Lock, MemoryOrder::SequentiallyConsistent, op.id});
    alive ? detect_access(Access{t, AccessKind::AtomicWrite, op.object, kSize, op.site})
          : touch_object(t, op, AccessKind::AtomicWrite);
  } else {
    if (op.kind != OperationKind::MutexUnlock || !world.can_unlock_mutex(t, op.id)) return false;
    touch_object(t, op, AccessKind::AtomicWrite);
    if (status != Status::Running) return true;
    world.unlock_own_mutex(op.id);
    order(t, Edge{EdgeKind::Unlock, MemoryOrder::SequentiallyConsistent, op.id});
    held = 0;
  }
  if (status != Status::Running) return true;
  std::memcpy(reinterpret_cast<void*>(op.object), &held, sizeof held);
  note_lock(spin_rounds_[t.index()], op.object, held ? 0 : 1);
  return true;
}

// Everything that sync::World knows.
void Engine::apply_synchronisation(ThreadId t, const Operation& op, Choice choice) {
  ThreadRecord& record = threads[t.index()];
  if (is_never_initialised(op)) misused(t, op, sync::Misuse::NotInitialised);
  if (status != Status::Running) return;
  const bool gives_up = traits(op.kind).word == ObjectWord::WrittenBefore;
  if (gives_up) object_bytes(t, op, AccessKind::AtomicWrite);
  if (gives_up && has_mutex(op.kind)) touch_mutex_of_wait(t, op, AccessKind::AtomicWrite);
  if (status != Status::Running) return;
  record.woke_alone = op.kind == OperationKind::CondReacquire && world.thread(t).waiting;
  const bool again = is_shared_twice(t, op);
  const sync::Effect effect = world.apply(t, op, choice);
  if (again) misused(t, op, sync::Misuse::SharedTwice);
  if (status != Status::Running) return;
  if (effect.misuse != sync::Misuse::None) {
    misused(t, op, effect.misuse);
    if (status != Status::Running) return;
  }
  if (effect.forgets) {
    forget(op.id);
    forget(sync::World::second_part(op.id));
  }
  if (looks_first(op.kind)) object_bytes(t, op, AccessKind::AtomicRead);
  const bool takes_mutex_again = op.kind == OperationKind::CondReacquire;
  if (takes_mutex_again) touch_mutex_of_wait(t, op, AccessKind::AtomicRead);
  if (status != Status::Running) return;
  if (!is_process_state(op.object))  // otherwise comes_to() says what is ordered
    for (const Edge& edge : effect.all_edges()) order(t, edge);
  if (op.kind == OperationKind::Join && effect.result == 0) join(t, ThreadId(static_cast<std::uint16_t>(op.object)));
  if (time.runs()) wake_up_takes_time_along(t, op, effect.result);
  // Who tries in vain has only looked.
  if (!gives_up)
    object_bytes(t, op, is_in_vain(op.kind, effect.result) ? AccessKind::AtomicRead : AccessKind::AtomicWrite);
  if (takes_mutex_again) touch_mutex_of_wait(t, op, AccessKind::AtomicWrite);
  if (status != Status::Running) return;
  if (effect.incomplete) limit("not every way of waking several waiters of a futex was explored");
  SpinRound& round = spin_rounds_[t.index()];
  const bool in_vain = is_in_vain(op.kind, effect.result);
  const bool took = effect.result == 0 && takes_free_mutex(op) && world.object(op.id).count == 1;
  if (took) note_read(round, op.object, sizeof(std::uint32_t), 0);  // and would not have, had it been held
  if (has_shown_state(op.kind) && in_program_memory(op.object)) {
    const std::uint32_t state = shown_state(world.object(op.id));
    if (in_vain) note_read(round, op.object, sizeof state, state);
    if (choice != 0 && may_give_up(op.kind)) round.met_a_moment = true;
    std::memcpy(reinterpret_cast<void*>(op.object), &state, sizeof state);
  }
  if (has_mutex(op.kind)) {
    const Address mutex = op.argument;
    const std::uint32_t held = world.object(world.object_at(mutex)).owned;
    std::memcpy(reinterpret_cast<void*>(mutex), &held, sizeof held);
  }
  if (effect.misuse == sync::Misuse::None) mark(op);
  if (op.kind == OperationKind::FutexTimedWait) note_read(round, op.object, op.width, op.argument);
  const bool starts_to_wait = op.kind == OperationKind::CondWait || op.kind == OperationKind::CondTimedWait ||
                              op.kind == OperationKind::FutexTimedWait;
  if (took)
    note_lock(round, op.object, 0);
  else if (!in_vain && !starts_to_wait && !record.woke_alone)
    note_effect(round);
  if (op.kind == OperationKind::CondWait || op.kind == OperationKind::CondTimedWait) {
    if (!record.barren) note_wait(round);  // a barren one is compared with the round before
    if (!options.spurious_wakeups) assume(Assumption::Wakeups);
  }
  if (record.woke_alone) {
    round.waited = true;
    round.wait_site = op.site;
  }
  if (op.kind == OperationKind::CondReacquire) record.barren = false;
  record.result = static_cast<std::uint64_t>(static_cast<std::int64_t>(effect.result));
  if (op.kind == OperationKind::SemGetValue || op.kind == OperationKind::FutexWake) record.result = effect.value;
  if (effect.next) {
    record.pending = *effect.next;
    record.pending.site = op.site;
    record.pending.cancellable = false;  // Engine::request_cancellation ends the wait
    record.silent = record.pending.kind == OperationKind::BarrierLeave ||
                    (record.pending.kind == OperationKind::FutexSleep && !world.thread(t).timed);
    if (record.barren && record.pending.kind == OperationKind::CondReacquire) name_wait_set(round, record.pending);
  }
  if (op.kind == OperationKind::OnceDone) let_pass(op.id);
}

// A condition orders nothing, but who was woken goes on later than who did it.
void Engine::wake_up_takes_time_along(ThreadId t, const Operation& op, int error) {
  if (op.kind == OperationKind::CondSignal || op.kind == OperationKind::CondBroadcast)
    time.order(t, Edge{EdgeKind::Release, MemoryOrder::Relaxed, op.id});
  if (op.kind == OperationKind::CondReacquire && error == 0 && !threads[t.index()].woke_alone)
    time.order(t, Edge{EdgeKind::Acquire, MemoryOrder::Relaxed, op.id});
}

// Whoever is about to enter this once, which is done, needs no turn for that.
void Engine::let_pass(ObjectId once) {
  for (std::size_t i = 0; i < threads.size(); i++) {
    const Operation& next = threads[i].pending;
    if (!threads[i].live || next.kind != OperationKind::OnceEnter || next.id != once) continue;
    remember(ThreadId(static_cast<std::uint16_t>(i)));
    threads[i].silent = true;
  }
}

// A synchronisation object is memory too: using it races with whoever overwrites or frees it at the same time.
void Engine::object_bytes(ThreadId t, const Operation& op, AccessKind kind) {
  const Operand object = operand_of(op.kind);
  if (object == Operand::Thread || traits(op.kind).word == ObjectWord::Untouched) return;
  if (object == Operand::Once) {
    if (op.argument != kOnceDone) return;  // guards of local statics are the compiler's
    if (op.kind == OperationKind::OnceEnter) kind = AccessKind::AtomicRead;
  }
  if (begins_or_ends_object(op.kind)) kind = AccessKind::Write;
  touch_object(t, op, kind);
}

void Engine::touch_object(ThreadId t, const Operation& op, AccessKind kind) {
  touch_object(t, op.object, extent(op), kind, op.site);
}
void Engine::touch_mutex_of_wait(ThreadId t, const Operation& op, AccessKind kind) {
  if (status == Status::Running) touch_object(t, op.argument, sizeof(pthread_mutex_t), kind, op.site);
}
void Engine::touch_object(ThreadId t, Address object, std::uint32_t size, AccessKind kind, SiteId site) {
  if (!in_program_memory(object)) return;
  if (!is_atomic(kind))
    note_plain(t, object, size);
  else if (spin_rounds_[t.index()].loop != 0 && notes_mixed())
    mixed.note_look(t, object, size);
  if (!is_alive_object(object, size) && is_dead(object, size)) {
    memory_bug(object, size, kind, site);
    if (status != Status::Running) return;
  }
  detect_access(Access{t, kind, object, size, site});
}

void Engine::detect_access(const Access& access) {
  if (auto race = observers.access(access)) report_race(std::move(*race));
}

void Engine::access(Address a, std::uint64_t size, AccessKind kind, SiteId site, bool entered) {
  if (size == 0) return;
  if (trial_.running) [[unlikely]]
    return trial_access(a, size, kind);
  if (!in_program_memory(a)) return access_library(a, size, kind, site);
  const bool all = options.visible == Visibility::All;
  all || is_watched(a, size) ? visible_access(a, size, kind, site, entered)
                             : plain_access(current, a, size, kind, site);
}

void Engine::visible_access(Address a, std::uint64_t size, AccessKind kind, SiteId site, bool entered) {
  if (alone()) return plain_access(current, a, size, kind, site);
  Operation op;
  op.kind = is_write(kind) ? OperationKind::PlainWrite : OperationKind::PlainRead;
  op.object = a;
  op.width = static_cast<std::uint32_t>(size);
  op.site = site;
  if (!is_library_key(a)) must_be_usable(a, size, kind != AccessKind::Read);
  if (!entered) no_program_entry();  // whoever announces an access may have looked at the program's memory before
  visible(op);
}

void Engine::plain_access(ThreadId t, Address a, std::uint64_t size, AccessKind kind, SiteId site) {
  bool told = is_atomic(kind) || !observers.follow_program();
  if (kind != AccessKind::Free && is_dead(a, size)) {
    // A variable that died while this thread could still reach it: where nothing orders the two, that is a race. Its
    // report needs the locks and the stack of this moment.
    if (!told && in_stacks(a) && storage.why(a) == StorageMap::Why::Closed) {
      observers.accessed({t, kind, a, size, site});
      told = true;
    }
    if (in_stacks(a))
      if (auto race = observers.access(Access{t, kind, a, size, site})) report_race(std::move(*race));
    if (status != Status::Running) return;
    memory_bug(a, size, kind, site);
    if (status != Status::Running) return;
  }
  if (!is_atomic(kind)) {
    SpinRound& round = spin_rounds_[t.index()];
    round.plain |= round.loop != 0;
    round.inside.plain = true;
    note_plain(t, a, size);
    note_plain_look(t, a, size, kind);
    if (round.loop)
      is_write(kind) ? note_write(round, a, size, read_value(a, size)) : note_read(round, a, size, read_value(a, size));
    if (in_stacks(a) && stack_owner(a) != t) [[unlikely]]
      look_at_stack(t, a, size);
    if (!told) [[unlikely]]
      observers.accessed({t, kind, a, size, site});
  }
  if (!observers.follow_order()) return;
  if (is_library_key(a)) kind = told_to_detector(a, kind, site);
  if (auto race = observers.access(Access{t, kind, a, size, site})) report_race(std::move(*race));
}

void Engine::report_race(Race race) {
  if (is_benign(race)) return;
  if (is_library_key(race.earlier.address))  // of an input or output function: see told_to_detector
    for (Access* access : {&race.earlier, &race.later})
      if (is_atomic(access->kind)) access->kind = is_write(access->kind) ? AccessKind::Write : AccessKind::Read;
  Failure failure;
  failure.kind = race.breach == Breach::None ? BugKind::Race : BugKind::Discipline;
  failure.thread = race.later.thread;
  failure.site = race.later.site;
  failure.address = race.later.address;
  failure.race = std::move(race);
  report(std::move(failure));
}

void Engine::before_storage_ends(Address a, std::uint64_t size, SiteId site) {
  if (alone() || size == 0 || !in_program_memory(a) || !is_noticed(a, size)) return;
  Operation op;
  op.kind = OperationKind::StorageEnd;
  op.object = a;
  op.argument = size;
  op.site = site;
  no_program_entry();
  visible(op);
}

void Engine::storage_ends(Address a, std::uint64_t size, SiteId site) {
  if (!in_program_memory(a)) return;
  if (in_stacks(a)) before_storage_ends(a, size, site);  // of a block: program_free, which looks again afterwards
  plain_access(current, a, size, AccessKind::Free, site);
  objects_end(a, size, site);
}

// The synchronisation objects in this storage are gone; whatever comes to life there is another one.
void Engine::objects_end(Address a, std::uint64_t size, SiteId site) {
  Address locked = 0;
  world.forget_range(a, size, [&](ObjectId id) {
    const sync::Object& object = world.object(id);
    const bool is_flag = object.kind == sync::ObjectKind::Once || object.kind == sync::ObjectKind::Futex;
    if (!is_flag && world.busy(id)) locked = object.address;
    forget(id);
  });
  // std::mutex has no destroy that could be seen.
  if (!locked || status != Status::Running) return;
  report(Failure(BugKind::Misuse, current, site, locked, sync::describe(sync::Misuse::DestroyedWhileLocked)));
}

void Engine::limit(std::string sentence, bool call) {
  std::vector<std::string>& list = call ? uncontrolled : limits;
  if (std::find(list.begin(), list.end(), sentence) == list.end()) list.push_back(std::move(sentence));
}

std::vector<std::string> Engine::assumptions() const {
  std::vector<std::string> list;
  if (std::string sentence = never_held(); !sentence.empty() && completed_any) list.push_back(std::move(sentence));
  for (unsigned i = 0; i < static_cast<unsigned>(Assumption::kCount); i++)
    if (assumed_ >> i & 1) list.push_back(text_of(static_cast<Assumption>(i), options));
  return list;
}

}  // namespace heddle
