// The program's heap: one arena per thread, so that an allocation's address depends only on which thread makes it and
// how many it has made before, not on the interleaving.
//
// Each block has a header in front (size, where it was allocated, state) and unaddressable bytes around it. Freed
// blocks are kept out of use, so that a use after free is seen; once a thread has freed more than the quarantine
// holds, its oldest blocks come back in order. A byte map (one byte per eight, as in AddressSanitizer, but counting
// the addressable bytes) says which heap bytes may be touched.
//
// A thread may allocate and free any number of blocks between two scheduling points. What the journal needs to undo
// that is bounded by the memory that the blocks take, not by how often: once an interval (interval_log.h) has many
// entries, each piece of the byte map is remembered once.
//
// Deviation from "one arena each": a block freed by a thread other than its owner is never reused, because when that
// happens depends on the schedule.
//
// Where states are compared (wipe_freed_blocks) there is no quarantine. A loop that allocates in each round would never
// come back to a state. Instead a freed block becomes a hole once nobody can have a pointer to it (reclaim, see
// unreachable_blocks.cpp), and the first hole that is large enough is handed out again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "detect/interval_log.h"
#include "machine/extent.h"
#include "model/address_space.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "support/state_writer.h"

namespace heddle {

// By which functions memory was allocated, or is given back; Unknown: by a library, on its own account.
enum class Allocator : std::uint8_t { Unknown, Malloc, New, NewArray };

struct BlockHeader {
  static constexpr std::uint32_t kLive = 0x48454c44, kFreed = 0x48454644, kHole = 0x48454d44;
  std::uint64_t size : 48;
  std::uint64_t allocator : 8;  // Allocator
  std::uint64_t align : 8;      // of a form of new with an alignment: its logarithm, plus one; otherwise 0
  std::uint32_t site;   // where it was allocated
  std::uint32_t state;  // kLive, kFreed; kHole: free for any block; anything else: nothing
};
static_assert(sizeof(BlockHeader) == 16);

class Heap {
 public:
  explicit Heap(Journal& journal);
  ~Heap();

  // nullptr if the arena is exhausted.
  void* allocate(ThreadId thread, std::size_t size, std::size_t align, SiteId site,
                 Allocator allocator = Allocator::Unknown, bool is_lent = false);
  // The live block that starts here, or nullptr.
  BlockHeader* block_at(const void* start) const;
  void release(ThreadId by, void* start);  // block_at(start) must be live
  // Of blocks that nobody but their thread ever knew of (src/library: what a call needs for itself): give_back makes
  // the arena what it was before, as soon as all that was allocated since has been given back, too.
  void* lend(ThreadId thread, std::size_t size, SiteId site);
  void give_back(ThreadId by, void* start);

  // The first byte of [a, a+size) that may not be touched, or 0.
  Address first_bad_byte(Address a, std::uint64_t size) const {
    if (!in_heap(a)) return 0;
    const std::uint8_t ok = map_[(a - kHeapBase) >> 3];
    if ((a & 7) + size <= ok) return 0;  // the common case: inside one granule
    return first_bad_byte_slow(a, size);
  }
  // The living block that an address lies in, or right behind.
  Extent extent_around(Address a) const {
    const Extent block = block_from(a);
    return block.whole ? block : extents().around(a, kHeapStride >> 3);
  }
  bool connected(Address a, Address b) const { return in_heap(a) && in_heap(b) && extents().connected(a, b); }
  // The block (live or freed) that an address lies in or next to; nullptr if there is none. start: of its contents.
  const BlockHeader* block_around(Address a, Address& start, std::uint64_t farthest = kHeapStride) const;

  std::size_t used(ThreadId t) const { return t.index() < arenas_.size() ? arenas_[t.index()].used : 0; }
  // How much was freed and not looked at by reclaim(), and how much there is.
  std::size_t waiting_for_reclaim() const;
  std::size_t total_used() const;
  // Makes holes of the freed blocks that none of these addresses lies in or next to. Sorted.
  void reclaim(std::span<const Address> pointers);
  bool handed_out_again() const { return handed_out_again_; }  // the block that was allocated last
  // From now on what a freed block held is gone at once, so that it is no part of a state.
  void wipe_freed_blocks() { wipes_ = true; }
  // Where the thread's next block comes from. The blocks themselves lie in its arena, headers included; the map follows
  // from them.
  void write_state(ThreadId t, StateWriter& to) const {
    const Arena arena = t.index() < arenas_.size() ? arenas_[t.index()] : Arena{};
    to.word(arena.used);
    to.word(arena.freed_bytes);
    to.word(arena.oldest);
    to.word(arena.newest);
    to.word(arena.waiting);
  }
  void new_interval() { log_.new_interval(); }  // at each save and restore
  void reset();  // every arena empty; only with an empty journal

 private:
  struct Arena {
    std::size_t used = 0;
    std::size_t freed_bytes = 0;      // in quarantine
    Address oldest = 0, newest = 0;   // queue of freed blocks, linked through their first bytes
    std::size_t waiting = 0;          // bytes that were freed since the last reclaim()
    std::size_t holes = 0;
    std::size_t highest = 0;  // what `used` has been before; no part of the state: see handed_out_again
  };
  static constexpr std::size_t kQuarantine = std::size_t{8} << 20;

  // Of the living block that starts here, by its header: a large one has a large map to be looked through. Empty: none
  // does.
  Extent block_from(Address a) const;
  ExtentOf<8> extents() const { return {map_, kHeapBase, kHeapSize >> 3}; }
  Address first_bad_byte_slow(Address a, std::uint64_t size) const;
  // The bytes of the map before: of a block that never was, or is no more (zero), or of a living one.
  enum class Before : std::uint8_t { Fresh, Freed, Live };
  void set_addressable(Address start, std::size_t size, bool yes, Before before);
  void remember_map(std::uint8_t* first, std::size_t whole, std::size_t rest, Before before);
  void remember(ThreadId owner) {
    if (log_.first(arena_stamps_[owner.index()])) journal_.remember(arenas_[owner.index()]);
  }
  void* reuse(ThreadId owner, std::size_t size, std::size_t align);
  void* fill_hole(ThreadId owner, std::size_t size, std::size_t align);
  void reclaim(ThreadId owner, std::span<const Address> pointers);

  static constexpr std::size_t kPiece = 512;  // bytes of the map that are remembered together
  bool wipes_ = false;
  bool handed_out_again_ = false;
  Journal& journal_;
  detect::IntervalLog log_;
  StablePool<Arena> arenas_;
  StablePool<std::size_t> touched_;  // how far each arena was ever used: not undone
  StablePool<std::uint64_t> arena_stamps_;
  std::uint8_t* map_;
  std::uint64_t* stamps_;  // one for each piece
};

}  // namespace heddle
