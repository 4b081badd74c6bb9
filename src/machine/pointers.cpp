// Pointers that the program hands to an operation. The operation itself is performed by the scheduler, where a fault
// would be our own; so its object is touched on the program's fiber before it is published. A fault there is the
// program's crash, at the line of the call (crash.cpp). Nothing is unmapped while the program runs, and a block that is
// freed before the operation comes is seen when it does.
#include "machine/engine.h"
#include "machine/object_extent.h"
#include "model/address_space.h"

namespace heddle {
namespace {

// Without waiters a signal only looks.
bool only_reads(OperationKind kind) {
  return memory_use(kind) == MemoryUse::AtomicRead || traits(kind).word == ObjectWord::Readable;
}

}  // namespace

void Engine::must_be_usable(Address a, std::size_t size, bool written) {
  auto* const first = reinterpret_cast<volatile char*>(a);
  static_cast<void>(*first);
  static_cast<void>(first[size - 1]);
  // All of the program's own memory can be written; what lies elsewhere may be a constant.
  if (written && !in_program_memory(a)) *first = *first;
}

// Of an object that is used as another kind only its first word counts: it is misused, however much room it has.
std::uint32_t Engine::extent(const Operation& op) const {
  const std::uint32_t size = extent_of_object(op);
  if (size <= kObjectWord) return size;
  const sync::ObjectKind known = world.object(op.id).kind;
  const bool other = known != sync::ObjectKind::None && known != sync::ObjectKind::Destroyed;
  return other && known != sync::kind_used_by(op.kind) ? kObjectWord : size;
}

void Engine::must_be_usable(const Operation& op) {
  if (is_known_mutex(op)) return;  // the most frequent case: what follows would find nothing
  // 0: it has no object in memory, or one that the kernel looks at (futexes).
  const bool in_memory = traits(op.kind).word != ObjectWord::Untouched;
  const std::size_t size = is_atomic_access(op.kind) ? op.width : in_memory ? extent(op) : 0;
  if (size == 0) return;
  must_be_usable(op.object, size, !only_reads(op.kind));
  if (is_memory_access(op.kind)) return;  // freed memory is seen when the access happens
  if (op.object % 4 != 0) return misaligned(op);
  if (is_dead(op.object, size)) memory_bug(op.object, size, AccessKind::AtomicWrite, op.site);
  end_overwritten(op);
  if (has_mutex(op.kind)) {
    Operation lock = op;
    lock.kind = OperationKind::MutexLock;
    lock.object = op.argument;
    lock.argument = 0;
    lock.id = world.object_at(lock.object);
    must_be_usable(lock);
  }
}

void Engine::overlapping(const void* to, std::uint64_t size, SiteId site) {
  report(Failure(BugKind::Memory, current, site, reinterpret_cast<Address>(to),
                 "copy of " + std::to_string(size) + " bytes: the source overlaps the destination"));
}

// The kernel refuses to wait for such a word, upon which glibc gives up. (The processor does not mind an atomic access, but
// the language does.)
void Engine::misaligned(const Operation& op) {
  const char* const what = is_memory_access(op.kind) ? "atomic object" : "synchronisation object";
  report(Failure(BugKind::Memory, current, op.site, op.object, std::string(what) + " at an address that is not aligned"));
}

}  // namespace heddle
