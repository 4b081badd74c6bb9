// An object that is used as another kind than it is, and other misuse. std::mutex has no destructor that could be seen, so
// memory may become another object without anybody telling us; that is told apart from misuse by a mark in the object.
#include <algorithm>
#include <cstring>
#include <string>

#include "machine/models.h"
#include "machine/object_extent.h"
#include "machine/streams.h"

namespace heddle {

// The first use of an object leaves a mark in its second word, which no program has reason to look at. Who makes another
// object of the memory (placement new, a union, an assignment of PTHREAD_..._INITIALIZER) writes over it, and the first
// life is over when the object is used next. Of a once the word itself is the mark, as it is in glibc.
namespace {

using sync::ObjectKind;

constexpr std::uint32_t kMark = 0x5ead1e00;
constexpr Address kMarkOffset = 4;
constexpr std::uint8_t kMutexType = 7;  // of the flags of a mutex: normal, recursive ..., robust

bool is_marked(const Operation& op) {
  const ObjectKind kind = sync::kind_used_by(op.kind);
  if (kind == ObjectKind::None || kind == ObjectKind::Once || kind == ObjectKind::Futex) return false;
  return in_program_memory(op.object) && !sync::is_of_spin_lock(op) && op.kind != OperationKind::CondReacquire;
}
std::uint32_t mark_of(ObjectKind kind, std::uint8_t flags) {
  const std::uint32_t type = kind == ObjectKind::Mutex ? flags & kMutexType : 0;
  return kMark + (type << 4) + static_cast<std::uint32_t>(kind);
}
std::uint32_t word_at(Address a) {
  std::uint32_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(a), sizeof word);
  return word;
}

}  // namespace

void write_object(void* object, const void* fresh, std::size_t size) {
  constexpr std::size_t kRest = kMarkOffset + sizeof kMark;
  std::memcpy(object, fresh, kMarkOffset);
  std::memcpy(static_cast<char*>(object) + kRest, static_cast<const char*>(fresh) + kRest, size - kRest);
}

void Engine::mark(const Operation& op) {
  if (!is_marked(op)) return;
  const sync::Object& object = world.object(op.id);
  const std::uint32_t mark = mark_of(object.kind, object.flags);
  std::memcpy(reinterpret_cast<void*>(op.object + kMarkOffset), &mark, sizeof mark);
}

// Locked or unlocked, used before as what it is used as now, and alive.
bool Engine::is_known_mutex(const Operation& op) const {
  if (op.kind != OperationKind::MutexLock && op.kind != OperationKind::MutexUnlock) return false;
  const sync::Object& object = world.object(op.id);
  return object.kind == ObjectKind::Mutex && ((object.flags | op.argument) & sync::kSpin) == 0 &&
         in_program_memory(op.object) && !first_bad_byte(op.object, sizeof(std::uint32_t)) &&
         word_at(op.object + kMarkOffset) == mark_of(object.kind, object.flags);
}

// The object that was known here has given way to another one since its last use.
void Engine::end_overwritten(const Operation& op) {
  if (!is_marked(op) || begins_object(op.kind)) return;
  const sync::Object& object = world.object(op.id);
  const std::uint32_t found = word_at(op.object + kMarkOffset);
  if (object.kind == ObjectKind::None) {
    // A copy of an object comes to life as what its bytes say.
    const bool lock = (found & ~0xf0u) == mark_of(ObjectKind::Mutex, 0) || found == mark_of(ObjectKind::RwLock, 0);
    if (lock && word_at(op.object) != 0) broken(op, "use of a copy of a lock that was held when it was copied");
    return;
  }
  if (object.kind == ObjectKind::Once || object.kind == ObjectKind::Futex || found == mark_of(object.kind, object.flags))
    return;
  if (object.kind == ObjectKind::Mutex && (object.flags & sync::kSpin) != 0) return;
  if (world.busy(op.id))
    return broken(op, "use of a synchronisation object whose memory was overwritten while it was locked or waited on");
  world.forget_range(op.object, 1, [&](ObjectId id) { forget(id); });
}

// Does an object that is used for the first time, and that no function has initialised, look as if its static
// initialiser, or a copy of one, were there?
namespace {

template <class T>
bool is_zero(const T* from, Address end) {
  const auto* byte = reinterpret_cast<const unsigned char*>(from);
  return std::all_of(byte, reinterpret_cast<const unsigned char*>(end), [](unsigned char b) { return b == 0; });
}

bool is_static_mutex(const pthread_mutex_t& m) {
  constexpr unsigned kTypes = 3, kPrivateFlags = 0x3f0;  // robust, with a protocol, shared, elided
  const auto kind = static_cast<unsigned>(m.__data.__kind);
  return (kind & ~(kTypes | kPrivateFlags)) == 0 &&
         is_zero(&m.__data.__owner, reinterpret_cast<Address>(&m.__data.__kind)) &&
         is_zero(&m.__data.__kind + 1, reinterpret_cast<Address>(&m + 1));
}
bool is_static_rwlock(const pthread_rwlock_t& l) {
  return l.__data.__flags <= PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP &&
         is_zero(&l.__data.__wrphase_futex, reinterpret_cast<Address>(&l.__data.__flags));
}
// Ours have a mark and a state in the first two words, and copies of them.
bool begins_like_one(Address object) {
  return (word_at(object) == 0 && word_at(object + kMarkOffset) == 0) ||
         (word_at(object + kMarkOffset) & ~0xffu) == kMark;
}

}  // namespace

// Memory that reads as zero because nobody has written it is told apart by the detector: its storage is one that
// programs have to initialise, a block or a stack slot, and no byte of the object was written since that was given out.
bool Engine::is_never_initialised(const Operation& op) const {
  if (!is_marked(op) || begins_object(op.kind) || world.object(op.id).kind != ObjectKind::None) return false;
  const auto* const m = reinterpret_cast<const pthread_mutex_t*>(op.object);
  const auto* const l = reinterpret_cast<const pthread_rwlock_t*>(op.object);
  const std::uint32_t size = extent_of_object(op);
  if (!is_alive_object(op.object, size)) return false;  // the storage has ended: that is what is wrong
  bool looks_right = begins_like_one(op.object);
  switch (sync::kind_used_by(op.kind)) {
    case ObjectKind::Mutex:
      looks_right &= is_static_mutex(*m);
      break;
    case ObjectKind::RwLock:
      looks_right &= is_static_rwlock(*l);
      break;
    case ObjectKind::Condition:
      looks_right &= is_zero(reinterpret_cast<const char*>(op.object) + 8, op.object + size);
      break;
    default:
      return false;  // sync::World knows: they have no static initialiser
  }
  if (!looks_right) return true;
  const RaceDetector* const detector = observers.detector();
  const bool is_stream = op.object - streams_with(op.object) < 3 * kStreamSize;
  const bool needs_a_write = in_stacks(op.object) || (in_heap(op.object) && !is_stream);
  return detector != nullptr && needs_a_write && !detector->was_written(op.object, size);
}

void Engine::broken(const Operation& op, const char* detail) {
  report(Failure(BugKind::Misuse, current, op.site, op.object, detail));
}

void Engine::end_overwritten_once(const Operation& op) {
  if (in_program_memory(op.object) && world.once_done(op.id) && (word_at(op.object) & kOnceDone) == 0)
    world.forget_range(op.object, 1, [&](ObjectId id) { forget(id); });
}

// Of a std::shared_mutex, which POSIX's lock below it allows. Its functions call that through wrappers of their own.
bool Engine::is_shared_twice(ThreadId t, const Operation& op) const {
  if (lock_effect(op.kind) != LockEffect::TakesShared) return false;
  if (world.read_locks(t, op.id) == 0) return false;
  const std::vector<SourcePosition>& frames = image.sites[op.site].frames;
  return std::any_of(frames.begin(), frames.end(), [](const SourcePosition& frame) {
    return frame.function.find("__glibcxx_rwlock_") != std::string::npos ||
           frame.function.find("__shared_mutex_pthread") != std::string::npos;
  });
}

void Engine::misused(ThreadId t, const Operation& op, sync::Misuse misuse) {
  Failure failure(BugKind::Misuse, t, op.site, op.object, sync::describe(misuse));
  if (misuse == sync::Misuse::WrongKind) {
    const sync::Object& object = world.object(op.id);
    const bool was_mutex = object.kind == sync::ObjectKind::Mutex;
    const auto name = [](sync::ObjectKind kind, bool spin) { return spin ? "spin lock" : sync::name_of(kind); };
    const char* const used = name(sync::kind_used_by(op.kind), sync::is_of_spin_lock(op));
    const char* const is = name(object.kind, was_mutex && (object.flags & sync::kSpin) != 0);
    failure.detail = std::string("use as a ") + used + " of a synchronisation object that is a " + is;
  }
  report(std::move(failure));
}

}  // namespace heddle
