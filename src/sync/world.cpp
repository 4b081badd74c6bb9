// The life of objects (naming, coming to life, init, destroy, end of storage) and the dispatch of operations to the
// files of their kinds.
#include "sync/world.h"

#include <algorithm>
#include <cerrno>
#include <limits>

namespace heddle::sync {

ObjectId World::look_up(Address a) {
  Known& known = known_[a / 8 % kKnown];
  known.address = a;
  if (const ObjectId* found = index_.find(a)) return known.id = *found;
  const std::size_t slot = objects_.size();
  const ObjectId id(static_cast<std::uint32_t>(slot * kParts));
  objects_.grow_to(slot + 1);
  objects_[slot].address = a;
  index_.insert(a, id);
  return known.id = id;
}

std::vector<Address> World::names() const {
  std::vector<Address> addresses;
  for (std::size_t i = 0; i < objects_.size(); ++i) addresses.push_back(objects_[i].address);
  return addresses;
}

bool World::learn_names(std::span<const Address> addresses) {
  for (std::uint32_t i = 0; i < addresses.size(); ++i)
    if (object_at(addresses[i]) != ObjectId(i * kParts)) return false;
  return true;
}

const char* name_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Mutex:
      return "mutex";
    case ObjectKind::Condition:
      return "condition variable";
    case ObjectKind::RwLock:
      return "read/write lock";
    case ObjectKind::Semaphore:
      return "semaphore";
    case ObjectKind::Barrier:
      return "barrier";
    case ObjectKind::Once:
      return "one-time initialisation";
    case ObjectKind::Futex:
      return "futex";
    case ObjectKind::None:
    case ObjectKind::Destroyed:
      break;
  }
  return "object";
}

bool World::busy(const Object& o) {
  switch (o.kind) {
    case ObjectKind::Mutex:
    case ObjectKind::Once:
      return o.owned;
    case ObjectKind::RwLock:
      return o.owned || o.count > 0;
    case ObjectKind::Condition:
    case ObjectKind::Futex:
    case ObjectKind::Barrier:
      return o.count > 0;
    case ObjectKind::None:
    case ObjectKind::Semaphore:
    case ObjectKind::Destroyed:
      return false;
  }
  return false;
}

void World::begin_life(ObjectId id, ObjectKind kind) {
  Object& o = at(id);
  journal_.remember(o);
  if (kind != ObjectKind::None) list(id);
  Object fresh;
  fresh.address = o.address;
  fresh.kind = kind;
  fresh.generation = o.generation;
  o = fresh;
}

bool World::live(const Operation& op, ObjectKind kind, Effect& e) {
  const Object& o = object(op.id);
  if (o.kind == kind) return true;
  if (is_or_was(o, kind)) return fail(e, EINVAL, Misuse::UsedAfterDestroy), false;
  const auto is_a_word = [](ObjectKind k) { return k == ObjectKind::Futex || k == ObjectKind::Once; };
  const bool gives_way = o.kind == ObjectKind::None || o.kind == ObjectKind::Destroyed || is_a_word(o.kind) ||
                         is_a_word(kind);
  if (busy(o) || !gives_way) return fail(e, EINVAL, Misuse::WrongKind), false;
  const bool needs_init = kind == ObjectKind::Semaphore || kind == ObjectKind::Barrier;
  if (needs_init) return fail(e, EINVAL, Misuse::NotInitialised), false;
  // A futex makes no order of its own and shares its address with an atomic, whose past must stay.
  e.forgets = o.kind != ObjectKind::None && o.kind != ObjectKind::Futex && kind != ObjectKind::Futex;
  begin_life(op.id, kind);
  return true;
}

void World::initialise(const Operation& op, ObjectKind kind, Effect& e) {
  if (busy(object(op.id))) {
    fail(e, EBUSY, Misuse::InitialisedWhileBusy);
    return;
  }
  begin_life(op.id, kind);
  e.forgets = true;
}

void World::destroy(const Operation& op, ObjectKind kind, Effect& e) {
  if (!live(op, kind, e)) return;
  Object& o = at(op.id);
  if (busy(o)) {
    fail(e, EBUSY, Misuse::DestroyedWhileLocked);
    return;
  }
  begin_life(op.id, ObjectKind::Destroyed);
  o.flags = static_cast<std::uint8_t>(kind);
  e.forgets = true;
}

void World::forget(ObjectId id) {
  Object& o = at(id);
  if (o.kind == ObjectKind::None) return;
  if (o.kind == ObjectKind::Condition || o.kind == ObjectKind::Futex) {
    // Who still waits here can never be woken; an object that begins at this address later is another one.
    for (std::size_t i = 0; o.count > 0 && i < threads_.size(); ++i) {
      if (!threads_[i].waiting || threads_[i].waits_on != id) continue;
      journal_.remember(threads_[i]);
      threads_[i].waits_on = kNoObject;
    }
  }
  while (o.kind == ObjectKind::RwLock && o.readers != 0) drop_hold(o, o.readers);
  begin_life(id, ObjectKind::None);
}

std::vector<ObjectId> World::held_by(ThreadId t) const {
  std::vector<ObjectId> held;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Object& o = objects_[i];
    const bool owner = o.owned && o.owner == t && (o.kind == ObjectKind::Mutex || o.kind == ObjectKind::RwLock);
    if (owner || find_hold(t, o) != 0) held.push_back(ObjectId(static_cast<std::uint32_t>(i * kParts)));
  }
  return held;
}

bool World::is_free(const Operation& op) const {
  const Object& o = object(op.id);
  return (o.kind == ObjectKind::None || o.kind == kind_used_by(op.kind)) && !busy(o);
}

void World::give_up(const Operation& op, Effect& e) {
  e.result = traits(op.kind).limit == Limit::Timed ? ETIMEDOUT : EBUSY;
}

Choice World::outcomes(ThreadId t, const Operation& op) const {
  switch (outcomes_of(op.kind)) {
    case Outcomes::WhichWaiter:
      return wake_one_outcomes(object(op.id));
    case Outcomes::WhichWaiters:
      return futex_wake_outcomes(op);
    case Outcomes::EndOfWait:
      return end_of_wait_outcomes(thread(t), spurious_ && op.kind == OperationKind::CondReacquire);
    case Outcomes::Chosen:
      return static_cast<Choice>(std::clamp<std::uint64_t>(op.argument, 1, std::numeric_limits<Choice>::max()));
    case Outcomes::One:
    case Outcomes::HeldForAMoment:  // by whom, and whom it cancels, only the machine knows
    case Outcomes::OverOrNot:
      return 1;
  }
  return 1;
}

Effect World::apply(ThreadId t, const Operation& op, Choice choice) {
  Effect e;
  switch (operand_of(op.kind)) {
    case Operand::Thread:  // creation and cancellation are the machine's
      if (op.kind == OperationKind::Join) join(t, op, e);
      if (op.kind == OperationKind::Detach) detach(t, op, e);
      if (op.kind == OperationKind::ThreadUse && gone(ThreadId(static_cast<std::uint16_t>(op.object))))
        fail(e, ESRCH, Misuse::GoneThread);
      break;
    case Operand::Mutex:
      apply_mutex(t, op, choice, e);
      break;
    case Operand::Condition:
      apply_condition(t, op, choice, e);
      break;
    case Operand::RwLock:
      apply_rwlock(t, op, choice, e);
      break;
    case Operand::Semaphore:
      apply_semaphore(op, e);
      break;
    case Operand::Barrier:
      apply_barrier(op, e);
      break;
    case Operand::Once:
      apply_once(t, op, e);
      break;
    case Operand::Futex:
      apply_futex(t, op, choice, e);
      break;
    case Operand::Nothing:
    case Operand::Channel:
    case Operand::Memory:
    case Operand::SeveralLocks:
    case Operand::Text:
      break;
  }
  return e;
}

const char* describe(Misuse m) {
  switch (m) {
    case Misuse::None:
      return "no misuse";
    case Misuse::UnlockNotOwned:
      return "unlock of a lock that this thread does not hold";
    case Misuse::RelockOwned:
      return "relock: this thread already holds the lock and waits for itself";
    case Misuse::WaitWithoutMutex:
      return "wait on a condition variable without holding its mutex";
    case Misuse::WaitWithOtherMutex:
      return "wait on a condition variable that others wait on with another mutex";
    case Misuse::UsedAfterDestroy:
      return "use of a synchronisation object after it was destroyed";
    case Misuse::NotInitialised:
      return "use of a synchronisation object that was never initialised";
    case Misuse::DestroyedWhileLocked:
      return "destruction of a synchronisation object that is locked or waited on";
    case Misuse::InitialisedWhileBusy:
      return "initialisation of a synchronisation object that is locked or waited on";
    case Misuse::WrongKind:
      return "use of one synchronisation object as two different kinds";
    case Misuse::JoinSelf:
      return "join of a thread with itself";
    case Misuse::JoinTwice:
      return "join of a thread that was joined already";
    case Misuse::JoinDetached:
      return "join of a detached thread";
    case Misuse::DetachTwice:
      return "detach of a thread that was detached or joined already";
    case Misuse::NoSuchThread:
      return "join or detach of something that is not a thread";
    case Misuse::GoneThread:
      return "use of the handle of a thread that is gone: it was joined, or it was detached and has ended";
    case Misuse::SharedTwice:
      return "shared lock of a std::shared_mutex that this thread already holds";
    case Misuse::OnceNotRunning:
      return "end of a one-time initialisation that this thread does not run";
  }
  return "unknown misuse";
}

}  // namespace heddle::sync
