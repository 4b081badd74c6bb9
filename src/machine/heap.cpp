#include "machine/heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "machine/thread_slots.h"
#include "support/invariant.h"

namespace heddle {
namespace {

constexpr std::size_t kMapSize = kHeapSize >> 3;

// Zero, and there as soon as it is touched.
void* sparse_memory(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, size, MADV_DONTDUMP);
  return memory;
}

BlockHeader* header_of(Address start) { return reinterpret_cast<BlockHeader*>(start - sizeof(BlockHeader)); }

// At least eight unaddressable bytes follow, and the next header sixteen more.
Address end_of_block(Address start, std::size_t size) { return (start + size + 8 + 15) & ~Address{15}; }

constexpr std::size_t kSmallestHole = 2 * sizeof(BlockHeader);

// From this header to `end`.
void make_hole(Address at, Address end) {
  const std::size_t size = end - at - kSmallestHole;
  auto* const header = reinterpret_cast<BlockHeader*>(at);
  if (header->state == BlockHeader::kHole && header->size == size) return;  // pages are tracked
  *header = BlockHeader{size, 0, 0, 0, BlockHeader::kHole};
}

}  // namespace

Heap::Heap(Journal& journal) : journal_(journal), log_(journal) {
  map_ = static_cast<std::uint8_t*>(sparse_memory(kMapSize));
  stamps_ = static_cast<std::uint64_t*>(sparse_memory(kMapSize / kPiece * sizeof(std::uint64_t)));
}

Heap::~Heap() {
  // The arenas stay mapped for the next machine of this process; it expects them untouched.
  for (std::size_t i = 0; i < touched_.size(); i++)
    if (touched_[i])
      madvise(reinterpret_cast<void*>(heap_of(ThreadId(static_cast<std::uint16_t>(i)))), touched_[i], MADV_DONTNEED);
  munmap(map_, kMapSize);
  munmap(stamps_, kMapSize / kPiece * sizeof(std::uint64_t));
}

void Heap::reset() {
  for (std::size_t i = 0; i < arenas_.size(); i++) {
    const std::size_t granules = arenas_[i].used >> 3;
    std::memset(map_ + ((heap_of(ThreadId(static_cast<std::uint16_t>(i))) - kHeapBase) >> 3), 0, granules);
    arenas_[i] = Arena{};
  }
}

void* Heap::allocate(ThreadId thread, std::size_t size, std::size_t align, SiteId site, Allocator allocator,
                     bool is_lent) {
  arenas_.grow_to(thread.index() + 1);
  touched_.grow_to(thread.index() + 1);
  arena_stamps_.grow_to(thread.index() + 1);
  Arena& arena = arenas_[thread.index()];
  if (align < 16) align = 16;
  if (size > kHeapStride / 2 || align > kHeapStride / 2) return nullptr;
  const BlockHeader header{size, static_cast<std::uint8_t>(allocator), 0, site.value, BlockHeader::kLive};
  handed_out_again_ = false;
  if (arena.holes > 0 && !is_lent)
    if (void* again = fill_hole(thread, size, align)) {
      *header_of(reinterpret_cast<Address>(again)) = header;
      handed_out_again_ = true;
      return again;
    }
  if (arena.freed_bytes > kQuarantine && !is_lent)
    if (void* again = reuse(thread, size, align)) {
      *header_of(reinterpret_cast<Address>(again)) = header;
      return again;
    }
  const Address base = heap_of(thread);
  const Address start = (base + arena.used + sizeof(BlockHeader) + align - 1) & ~(align - 1);
  const Address end = end_of_block(start, size);
  if (end > base + kHeapStride) return nullptr;
  // Fresh memory is zero. What was never used is so already; elsewhere an undone path may have left its traces.
  const Address first = base + arena.used, dirty = std::min(end, base + touched_[thread.index()]);
  if (first < dirty) std::memset(reinterpret_cast<void*>(first), 0, dirty - first);
  touched_[thread.index()] = std::max(touched_[thread.index()], end - base);
  remember(thread);
  arena.used = end - base;
  handed_out_again_ = wipes_ && start < base + arena.highest;
  arena.highest = std::max(arena.highest, arena.used);
  *header_of(start) = header;
  set_addressable(start, size, true, Before::Fresh);
  return reinterpret_cast<void*>(start);
}

Extent Heap::block_from(Address a) const {
  const std::size_t at = (a - kHeapBase) >> 3;
  // Before a block lies its header, which nobody may touch.
  if (!in_heap(a) || a % 16 != 0 || at < 2 || map_[at] == 0 || map_[at - 1] != 0) return {};
  const BlockHeader* const header = block_at(reinterpret_cast<const void*>(a));
  if (header == nullptr || header->state != BlockHeader::kLive || header->size > kHeapStride / 2) return {};
  // The map agrees about the end.
  const Address end = a + header->size;
  const auto usable = [&](Address byte) { return (byte & 7) < map_[(byte - kHeapBase) >> 3]; };
  if (header->size == 0 || !usable(end - 1) || usable(end)) return {};
  return {a, end, true};
}

BlockHeader* Heap::block_at(const void* start) const {
  const auto a = reinterpret_cast<Address>(start);
  if (!in_heap(a) || a % 16 != 0) return nullptr;
  const ThreadId owner = heap_owner(a);
  if (a < heap_of(owner) + sizeof(BlockHeader) || a >= heap_of(owner) + used(owner)) return nullptr;
  BlockHeader* header = header_of(a);
  return header->state == BlockHeader::kLive || header->state == BlockHeader::kFreed ? header : nullptr;
}

void Heap::release(ThreadId by, void* start) {
  const auto a = reinterpret_cast<Address>(start);
  BlockHeader* header = header_of(a);
  HEDDLE_INVARIANT(block_at(start) == header && header->state == BlockHeader::kLive);
  set_addressable(a, header->size, false, Before::Live);
  header->state = BlockHeader::kFreed;
  if (wipes_) {
    std::memset(start, 0, header->size);
    const ThreadId owner = heap_owner(a);
    remember(owner);
    arenas_[owner.index()].waiting += header->size + kSmallestHole;
    return;
  }
  if (heap_owner(a) != by || header->size < sizeof(Address)) return;
  remember(by);
  Arena& arena = arenas_[by.index()];
  std::memset(start, 0, sizeof(Address));
  if (arena.newest)
    std::memcpy(reinterpret_cast<void*>(arena.newest), &a, sizeof a);
  else
    arena.oldest = a;
  arena.newest = a;
  arena.freed_bytes += header->size;
}

// Behind a block that was lent, in the bytes that nobody may touch: where it starts, and whether it was given back.
namespace {

std::uint64_t& note_behind(Address start, std::size_t size) {
  return *reinterpret_cast<std::uint64_t*>(((start + size + 8 + 15) & ~Address{15}) - 8);
}
constexpr std::uint64_t kGivenBack = 1;

}  // namespace

void* Heap::lend(ThreadId thread, std::size_t size, SiteId site) {
  void* const block = allocate(thread, size, 16, site, Allocator::Malloc, true);
  if (block != nullptr) note_behind(reinterpret_cast<Address>(block), size) = reinterpret_cast<Address>(block);
  return block;
}

void Heap::give_back(ThreadId by, void* start) {
  const auto a = reinterpret_cast<Address>(start);
  HEDDLE_INVARIANT(block_at(start) != nullptr && header_of(a)->state == BlockHeader::kLive);
  if (heap_owner(a) != by || note_behind(a, header_of(a)->size) != a) return release(by, start);
  set_addressable(a, header_of(a)->size, false, Before::Live);
  header_of(a)->state = BlockHeader::kFreed;
  if (wipes_) std::memset(start, 0, header_of(a)->size);
  note_behind(a, header_of(a)->size) = a | kGivenBack;
  remember(by);
  Arena& arena = arenas_[by.index()];
  const Address base = heap_of(by);
  while (arena.used != 0) {
    const std::uint64_t last = *reinterpret_cast<const std::uint64_t*>(base + arena.used - 8);
    const Address top = last - kGivenBack;
    if (!(last & kGivenBack) || heap_owner(top) != by || block_at(reinterpret_cast<void*>(top)) == nullptr) return;
    const std::size_t before = top - sizeof(BlockHeader) - base;
    std::memset(reinterpret_cast<void*>(base + before), 0, arena.used - before);  // as memory that was never used
    arena.used = before;
  }
}

// The oldest freed block, if it fits without wasting more than half of it.
void* Heap::reuse(ThreadId owner, std::size_t size, std::size_t align) {
  Arena& arena = arenas_[owner.index()];
  const Address a = arena.oldest;
  if (!a) return nullptr;
  BlockHeader* header = header_of(a);
  if (header->size < size || header->size > size * 2 + 64 || a % align != 0) return nullptr;
  remember(owner);
  arena.freed_bytes -= header->size;
  std::memcpy(&arena.oldest, reinterpret_cast<void*>(a), sizeof(Address));
  if (!arena.oldest) arena.newest = 0;
  std::memset(reinterpret_cast<void*>(a), 0, header->size);
  set_addressable(a, size, true, Before::Freed);
  return reinterpret_cast<void*>(a);
}

std::size_t Heap::waiting_for_reclaim() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arenas_.size(); ++i) bytes += arenas_[i].waiting;
  return bytes;
}

std::size_t Heap::total_used() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arenas_.size(); ++i) bytes += arenas_[i].used;
  return bytes;
}

void Heap::reclaim(std::span<const Address> pointers) {
  for (std::size_t i = 0; i < arenas_.size(); ++i)
    if (arenas_[i].used > 0) reclaim(ThreadId(static_cast<std::uint16_t>(i)), pointers);
}

// From header to header, which all lie at multiples of sixteen; before a block with a large alignment there may be
// nothing. Neighbouring holes become one, so that the same blocks leave the same hole in whatever order they were
// freed.
void Heap::reclaim(ThreadId owner, std::span<const Address> pointers) {
  Arena& arena = arenas_[owner.index()];
  const Address end = heap_of(owner) + arena.used;
  std::size_t holes = 0;
  Address hole = 0;  // where one began
  const auto close_hole = [&](Address at) {
    if (hole != 0) make_hole(hole, at), ++holes;
    hole = 0;
  };
  for (Address at = heap_of(owner); at < end;) {
    auto* const header = reinterpret_cast<BlockHeader*>(at);
    const Address start = at + sizeof(BlockHeader);
    const bool is_hole = header->state == BlockHeader::kHole, is_freed = header->state == BlockHeader::kFreed;
    if (!is_hole && !is_freed && header->state != BlockHeader::kLive) {
      at += sizeof(BlockHeader);
      continue;
    }
    const Address next = end_of_block(start, header->size);
    const auto first = std::lower_bound(pointers.begin(), pointers.end(), at);
    if (!is_hole && (!is_freed || (first != pointers.end() && *first <= next))) {
      close_hole(at);
    } else if (hole == 0) {
      hole = at;
    } else {
      *header = BlockHeader{};
    }
    at = next;
  }
  if (holes == arena.holes && arena.waiting == 0 && hole == 0) return;
  remember(owner);
  if (hole !=
      0) {  // at the end: as if nothing had been there, or a loop that once needed more would be in other states
    *reinterpret_cast<BlockHeader*>(hole) = BlockHeader{};
    arena.used = hole - heap_of(owner);
  }
  arena.holes = holes;
  arena.waiting = 0;
}

// What a hole holds is zero but for its header.
void* Heap::fill_hole(ThreadId owner, std::size_t size, std::size_t align) {
  Arena& arena = arenas_[owner.index()];
  const Address end = heap_of(owner) + arena.used;
  for (Address at = heap_of(owner); at < end;) {
    auto* const header = reinterpret_cast<BlockHeader*>(at);
    const Address start = at + sizeof(BlockHeader);
    if (header->state != BlockHeader::kHole && header->state != BlockHeader::kFreed &&
        header->state != BlockHeader::kLive) {
      at += sizeof(BlockHeader);
      continue;
    }
    const Address next = end_of_block(start, header->size), new_end = end_of_block(start, size);
    at = next;
    if (header->state != BlockHeader::kHole || start % align != 0 || new_end > next) continue;
    if (next - new_end >= kSmallestHole) {
      make_hole(new_end, next);
    } else {
      remember(owner);
      --arena.holes;
    }
    set_addressable(start, size, true, Before::Freed);
    return reinterpret_cast<void*>(start);
  }
  return nullptr;
}

void Heap::set_addressable(Address start, std::size_t size, bool yes, Before before) {
  std::uint8_t* first = map_ + ((start - kHeapBase) >> 3);
  const std::size_t whole = size >> 3, rest = size & 7;
  remember_map(first, whole, rest, before);
  std::memset(first, yes ? 8 : 0, whole);
  if (rest) first[whole] = yes ? static_cast<std::uint8_t>(rest) : 0;
}

void Heap::remember_map(std::uint8_t* first, std::size_t whole, std::size_t rest, Before before) {
  const std::size_t bytes = whole + (rest ? 1 : 0);
  // What is fresh happens once for each byte of memory.
  if (before == Before::Fresh || !log_.prefers_whole()) {
    if (before != Before::Live) return journal_.remember_zero(first, bytes);
    journal_.remember_fill(first, whole, 8);
    if (rest) journal_.remember(first[whole]);
    return;
  }
  for (std::size_t piece = static_cast<std::size_t>(first - map_) / kPiece;
       piece * kPiece < static_cast<std::size_t>(first - map_) + bytes; ++piece)
    if (log_.first(stamps_[piece])) journal_.remember_bytes(map_ + piece * kPiece, kPiece);
}

Address Heap::first_bad_byte_slow(Address a, std::uint64_t size) const {
  for (Address at = a; at < a + size;) {
    const std::uint8_t ok = in_heap(at) ? map_[(at - kHeapBase) >> 3] : 0;
    const Address granule = at & ~Address{7};
    if (at - granule >= ok) return at;
    if (ok < 8 && granule + ok < a + size) return granule + ok;
    at = granule + 8;
  }
  return 0;
}

// Walks back to a header, at most `farthest` bytes.
const BlockHeader* Heap::block_around(Address a, Address& start, std::uint64_t farthest) const {
  if (!in_heap(a)) return nullptr;
  const ThreadId owner = heap_owner(a);
  const Address base = std::max(heap_of(owner), a < farthest ? 0 : (a - farthest) & ~Address{15});
  if (used(owner) == 0) return nullptr;
  const Address last = heap_of(owner) + used(owner) - sizeof(BlockHeader);
  const BlockHeader* best = nullptr;
  for (Address at = std::min(a & ~Address{15}, last); at >= base && at <= last; at -= 16) {
    const auto* header = reinterpret_cast<const BlockHeader*>(at);
    if (header->state == BlockHeader::kHole) return nullptr;
    if (header->state != BlockHeader::kLive && header->state != BlockHeader::kFreed) continue;
    if (header->size > kHeapStride) continue;
    start = at + sizeof(BlockHeader);
    best = header;
    break;
  }
  return best;
}

}  // namespace heddle
