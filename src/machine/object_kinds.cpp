// An object that is used as another kind than it is, and other misuse. std::mutex has no destructor that could be seen, so
// memory may become another object without anybody telling us; that is told apart from misuse by a mark in the object.
#include <algorithm>
#include <cstring>
#include <string>

#include "machine/engine.h"
#include "model/address_space.h"

namespace heddle {

// The first use of an object leaves a mark in its second word, which no program has reason to look at. Who makes another
// object of the memory (placement new, a union, an assignment of PTHREAD_..._INITIALIZER) writes over it.
namespace {

constexpr std::uint32_t kMark = 0x5ead1e00;
constexpr Address kMarkOffset = 4;

bool is_marked(const Operation& op) {
  const sync::ObjectKind kind = sync::kind_used_by(op.kind);
  if (kind == sync::ObjectKind::None || kind == sync::ObjectKind::Once || kind == sync::ObjectKind::Futex) return false;
  return in_program_memory(op.object) && !sync::is_of_spin_lock(op) && op.kind != OperationKind::CondReacquire;
}
std::uint32_t mark_of(sync::ObjectKind kind) { return kMark + static_cast<std::uint32_t>(kind); }
std::uint32_t* place_of_mark(Address object) { return reinterpret_cast<std::uint32_t*>(object + kMarkOffset); }

}  // namespace

void Engine::mark(const Operation& op) {
  if (!is_marked(op)) return;
  const std::uint32_t mark = mark_of(world.object(op.id).kind);
  std::memcpy(place_of_mark(op.object), &mark, sizeof mark);
}

void Engine::end_overwritten(const Operation& op) {
  const sync::ObjectKind was = world.object(op.id).kind, now = sync::kind_used_by(op.kind);
  if (was == sync::ObjectKind::None || was == sync::ObjectKind::Destroyed || was == now) return;
  if (!is_marked(op) || world.busy(op.id)) return;
  std::uint32_t found;
  std::memcpy(&found, place_of_mark(op.object), sizeof found);
  if (found == mark_of(was)) return;
  world.forget_range(op.object, 1, [&](ObjectId id) { forget(id); });
}

// Of a std::shared_mutex, which POSIX's lock below it allows. Its functions call that through wrappers of their own.
bool Engine::is_shared_twice(ThreadId t, const Operation& op) const {
  if (op.kind != OperationKind::RwReadLock && op.kind != OperationKind::RwTryReadLock &&
      op.kind != OperationKind::RwTimedReadLock)
    return false;
  if (world.read_locks(t, op.id) == 0) return false;
  const std::vector<SourcePosition>& frames = image.sites[op.site].frames;
  return std::any_of(frames.begin(), frames.end(), [](const SourcePosition& frame) {
    return frame.function.find("__glibcxx_rwlock_") != std::string::npos ||
           frame.function.find("__shared_mutex_pthread") != std::string::npos;
  });
}

void Engine::misused(ThreadId t, const Operation& op, sync::Misuse misuse) {
  Failure failure;
  failure.kind = BugKind::Misuse;
  failure.thread = t;
  failure.site = op.site;
  failure.address = op.object;
  failure.detail = sync::describe(misuse);
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
