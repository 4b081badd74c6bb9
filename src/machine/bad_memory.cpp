// Accesses to bytes that belong to no living object: what the byte is, and how a report says so. The maps that answer
// whether a byte may be touched are in heap.h and storage_map.h; accesses to objects that the compiler knew come here by
// heddle_read_outside and heddle_write_outside.
#include <unwind.h>

#include <algorithm>

#include "machine/engine.h"
#include "model/red_zones.h"

extern "C" const char __executable_start, etext;

namespace heddle {
namespace {

constexpr std::uint64_t kReach = 64;  // how far from a variable a stray access is still said to be next to it

std::string bytes(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

std::string action(AccessKind kind, std::uint64_t size) {
  return std::string(kind == AccessKind::Free ? "free" : is_write(kind) ? "write" : "read") + " of " + bytes(size);
}

// Where an access of `size` bytes at an offset goes wrong: "past the end", "8 bytes past the end".
std::string direction(std::int64_t offset, std::uint64_t size, std::uint64_t object_size) {
  if (offset < 0) {
    const auto before = static_cast<std::uint64_t>(-offset);
    return before <= size ? " before the beginning" : ", " + bytes(before) + " before the beginning";
  }
  const auto at = static_cast<std::uint64_t>(offset);
  if (at < object_size) return ", " + bytes(at + size - object_size) + " of it past the end";
  return at == object_size ? " past the end" : ", " + bytes(at - object_size) + " past the end";
}

struct FrameSearch {
  Address wanted;
  bool library = false;
};

// Frames come from the innermost outwards, each with the address at which it begins: the last one that begins below.
_Unwind_Reason_Code look_for_frame(_Unwind_Context* context, void* argument) {
  auto& search = *static_cast<FrameSearch*>(argument);
  if (_Unwind_GetCFA(context) > search.wanted) return _URC_END_OF_STACK;
  const Address code = _Unwind_GetIP(context);
  const bool program = code - kImageBase < kImageSize;
  const bool tool = code >= reinterpret_cast<Address>(&__executable_start) && code < reinterpret_cast<Address>(&etext);
  search.library = !program && !tool;
  return _URC_NO_REASON;
}

}  // namespace

// Compiled libraries open and close nothing: a place in one of their frames may lie where a slot of ours was before, and
// they may hand it to the program (a stream's buffer, to a stream buffer of the program's own).
bool Engine::is_library_frame(Address a) const {
  if (!on_fiber || !in_stacks(a) || stack_owner(a) != current) return false;
  FrameSearch search{a};
  _Unwind_Backtrace(look_for_frame, &search);
  return search.library;
}

bool Engine::belongs_to_library(Address bad, Address a, std::uint64_t size) {
  if (!is_library_frame(bad)) return false;
  storage.release(a, size);
  return true;
}

void Engine::slot_begins(Address a, std::uint64_t size) {
  if (!in_stacks(a) || !storage.open(a, size)) return;
  // What was accessed before in place of the zones was another slot, or a library's.
  const Address end = (a + size + kStackZone - 1) / kStackZone * kStackZone + kStackZone;
  observers.fresh(a - kStackZone, kStackZone);
  observers.fresh(a + size, end - (a + size));
}

void Engine::slot_ends(Address a, std::uint64_t size, SiteId site) {
  if (!in_stacks(a)) return;
  if (!alone()) {
    storage_ends(a, size, site);
  } else {  // while there is one thread nobody else can have its address
    observers.fresh(a, size);
    objects_end(a, size, site);
  }
  storage.close(a, size);
  if (pointers_to_look_at != 0) [[unlikely]]
    spoil_pointers_to(a, size);
}

std::string Engine::described(std::uint32_t variable, std::uint64_t size) const {
  const Variable& v = image.variables[variable];
  std::string text = "'" + v.name + "' (" + bytes(size);
  if (v.line) text += ", declared at " + v.file + ":" + std::to_string(v.line);
  return text + ")";
}

std::string Engine::describe_outside(const Access& access, const MeantObject& meant) {
  return action(access.kind, access.size) + direction(meant.offset, access.size, meant.size);
}

// The variable that lies here; nothing for the heap.
std::string Engine::described(Address a) const {
  if (in_heap(a)) return "";
  if (in_stacks(a)) {
    const auto found = recording.stack_variable_at(a);
    return found ? described(found->variable, found->size) : "";
  }
  auto after = std::upper_bound(image.globals.begin(), image.globals.end(), a,
                                [](Address x, const GlobalRange& g) { return x < g.begin; });
  return after == image.globals.begin() ? "" : described(std::prev(after)->variable, std::prev(after)->size);
}

void Engine::outside(const Access& access, const MeantObject& meant) {
  if (!wants(BugKind::Memory)) return;
  Failure failure(BugKind::Memory, current, access.site, access.address, describe_outside(access, meant));
  if (meant.variable < image.variables.size()) failure.object = described(meant.variable, meant.size);
  report(std::move(failure));
}

void Engine::memory_bug(Address a, std::uint64_t size, AccessKind kind, SiteId site) {
  if (!wants(BugKind::Memory)) return;
  const Address bad = first_bad_byte(a, size);
  Failure failure(BugKind::Memory, current, site, bad, "");
  if (several() && is_foreign(bad))
    failure.detail = action(kind, size) + " in memory of another process";
  else if (in_heap(bad))
    describe_bad_heap_byte(failure, {current, kind, a, size, site});
  else
    describe_bad_byte(failure, {current, kind, a, size, site});
  report(std::move(failure));
}

void Engine::describe_bad_heap_byte(Failure& failure, const Access& access) const {
  Address start = 0;
  const BlockHeader* block = heap.block_around(failure.address, start);
  const bool freed = block && block->state == BlockHeader::kFreed && failure.address < start + block->size;
  if (const GlobalRange* local = block ? thread_local_at(start) : nullptr) {
    failure.detail = action(access.kind, access.size) +
                     (freed ? " after the end of the thread" : direction(static_cast<std::int64_t>(access.address - start),
                                                                         access.size, block->size));
    failure.object = described(local->variable, block->size);
    return;
  }
  failure.detail = (freed ? "use after free: " : "heap buffer overflow: ") + action(access.kind, access.size);
}

void Engine::describe_bad_byte(Failure& failure, const Access& access) const {
  const Address bad = failure.address;
  const std::string what = action(access.kind, access.size);
  if (in_stacks(bad) && threads[stack_owner(bad).index()].ended) {
    failure.detail = what + " on the stack of a thread that has ended";
    return;
  }
  if (storage.why(bad) == StorageMap::Why::Closed) {
    failure.detail = what + " after the end of the lifetime";
    if (auto found = recording.stack_variable_at(bad)) failure.object = described(found->variable, found->size);
    return;
  }
  const StorageMap::Neighbour next = storage.neighbour(bad, kReach);
  failure.detail = what;
  if (next.begin == next.end) {
    failure.detail += " outside of every variable";
    return;
  }
  failure.detail += direction(static_cast<std::int64_t>(access.address - next.begin), access.size, next.end - next.begin);
  failure.object = described(next.begin);
}

}  // namespace heddle
