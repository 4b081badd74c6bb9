// State of the process that models keep: models.h. It is an object that is locked for writing, or for reading by those who
// only look, and unlocked at once: in between no other thread runs, and nobody ever blocks. That is for the search;
// happens-before is what the order says.
#include <map>
#include <span>
#include <vector>

#include "machine/models.h"

namespace heddle {
namespace {

// Addresses that the program annotates (library/annotations.c) are objects of the same sort, each by itself.
constexpr Address kFirstAnnotated = 64, kMostAnnotated = 448;
std::map<Address, Address> annotated_places;  // not undone: only which is which matters
Address annotated(Address address) {
  const auto [place, fresh] = annotated_places.try_emplace(address, 0);
  if (fresh) place->second = annotated_places.size() - 1;
  if (place->second >= kMostAnnotated)
    engine->refuse("annotations of more than " + std::to_string(kMostAnnotated) + " addresses are not modelled");
  return kStateObject + 8 * (kFirstAnnotated + place->second);
}

}  // namespace

std::vector<Address> annotated_addresses() {
  std::vector<Address> addresses(annotated_places.size());
  for (const auto& [address, number] : annotated_places) addresses[number] = address;
  return addresses;
}
void learn_annotated(std::span<const Address> addresses) {
  annotated_places.clear();
  for (const Address address : addresses) annotated_places.emplace(address, annotated_places.size());
}

const char* name_of_state(Address a) {
  if (a >= kStateObject + 8 * kFirstAnnotated) return "an annotated address";
  switch (static_cast<State>((a - kStateObject) % kStateStride / 8)) {
    case State::ExitHandlers: return "the exit handlers";
    case State::Keys: return "the keys of thread-specific data";
    case State::TerminateHandler: return "the terminate handler";
    case State::NewHandler: return "the new handler";
    case State::Locale: return "the global locale";
    case State::StreamIndices: return "the indices of std::ios_base::xalloc";
    case State::Synchronisation: return "whether streams are synchronised with stdio";
  }
  return "state of the process";
}

static Address object_of(State state) {
  static_assert(kStateStride * kMaxProcesses <= 8 * kFirstAnnotated);
  return kStateObject + kStateStride * engine->process_of(engine->current) + 8 * static_cast<Address>(state);
}

static void comes_to(Address object, SiteId site, MemoryOrder memory_order, OperationKind how) {
  if (engine->alone()) return;
  Operation op;
  op.kind = how;
  op.site = site;
  op.object = object;
  op.id = engine->world.object_at(op.object);
  engine->visible(op);
  op.kind = OperationKind::RwUnlock;
  engine->immediate(op);
  const ThreadId t = engine->current;
  if (acquires(memory_order)) engine->order(t, Edge{EdgeKind::Acquire, memory_order, op.id});
  if (releases(memory_order)) engine->order(t, Edge{EdgeKind::Release, memory_order, op.id});
}

void comes_to(State state, SiteId site, MemoryOrder memory_order) {
  comes_to(object_of(state), site, memory_order, OperationKind::RwWriteLock);
}
void looks_at(State state, SiteId site, MemoryOrder memory_order) {
  comes_to(object_of(state), site, memory_order, OperationKind::RwReadLock);
}

}  // namespace heddle

using namespace heddle;

extern "C" {

void rt_heddle_benign_race(const void* address, std::size_t size);  // models_heddle.cpp

void rt_orders_before(const volatile void* address) {
  const Call call = Call::with(address, MemoryOrder::Release);
  comes_to(annotated(reinterpret_cast<Address>(address)), call.site(), MemoryOrder::Release, OperationKind::RwWriteLock);
}
void rt_orders_after(const volatile void* address) {
  const Call call = Call::with(address, MemoryOrder::Acquire);
  comes_to(annotated(reinterpret_cast<Address>(address)), call.site(), MemoryOrder::Acquire, OperationKind::RwWriteLock);
}

// A request of the headers of Helgrind and DRD, which agree on the numbers. As in library/annotations.c, what tells of order
// is believed; whoever asks for anything else hears that Valgrind is not there.
std::uint64_t rt_valgrind_request(const std::uint64_t* request, std::uint64_t without_valgrind) {
  enum : std::uint64_t {
    kLockAcquired = 0x48470111,
    kLockReleased = 0x48470112,
    kOrdersBefore = 0x48470121,
    kOrdersAfter = 0x48470122,
    kUntracked = 0x48470127,
  };
  const auto* address = reinterpret_cast<const void*>(request[1]);
  note_in_call(without_valgrind);
  switch (request[0]) {
    case kOrdersBefore:
    case kLockReleased: rt_orders_before(address); break;
    case kOrdersAfter:
    case kLockAcquired: rt_orders_after(address); break;
    case kUntracked: rt_heddle_benign_race(address, request[2]); break;
    default: break;
  }
  return without_valgrind;
}
}
