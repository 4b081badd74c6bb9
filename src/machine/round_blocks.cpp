// Rounds of a loop that allocate and throw:
//
//   while (!stop) { std::string line(100, ' '); try { take(line); } catch (const Empty&) {} }
//
// What a round allocates and frees again nobody else gets to know, unless the round puts the address somewhere, and
// that is noted like any other write. So accesses to such blocks are no part of the round (is_own_block). A thread's
// heap grows upwards, and what is freed stays out of use for a long time: the blocks of a round are those behind the
// end that the heap had when the round began. One that comes out of the quarantine is an effect, like the free of an
// older one.
//
// The next round gets other blocks, and where the last one left a pointer (in a slot of its frame that is dead by now,
// as a rule) another one will lie. All that a program can do with a pointer into a freed block is to compare it: with
// living blocks, from which it differs whichever freed block it is, or with others into freed blocks. So when stacks
// are compared it counts where in its block such a pointer points, and which of them point into the same block
// (but_for_freed). Who computes with the numbers themselves sees other ones in each round, as it would natively.
//
// An exception is such a block, too, which the C++ runtime allocates and frees; that it is thrown and caught leaves
// nothing behind if the thread handles the same exceptions as before.
#include <algorithm>

#include "machine/engine.h"

namespace heddle {
namespace {

// How far behind the header of its block a pointer may point to be recognised: exceptions, strings, nodes are small.
constexpr std::uint64_t kFarthest = 1 << 14;
constexpr std::uint64_t kFreedTag = 0xf4eedull << 44;

bool may_be_freed(std::uint64_t word) { return in_heap(word) && engine->heap.first_bad_byte(word, 1) != 0; }

bool is_handled_the_same(const ExceptionGlobals& a, const ExceptionGlobals& b) {
  return a.caught == b.caught && a.uncaught == b.uncaught;
}

// The pointer as a number of its block and an offset, if the block is freed.
std::uint64_t by_place(std::uint64_t word, std::vector<Address>& blocks) {
  Address start = 0;
  const BlockHeader* block = engine->heap.block_around(word, start, kFarthest);
  if (block == nullptr || block->state != BlockHeader::kFreed || word < start || word > start + block->size)
    return word;
  const auto known = std::find(blocks.begin(), blocks.end(), start);
  const auto number = static_cast<std::uint64_t>(known - blocks.begin());
  if (known == blocks.end()) blocks.push_back(start);
  return kFreedTag ^ number << 40 ^ std::uint64_t{block->size} << 16 ^ (word - start);
}

}  // namespace

Words but_for_freed(Words words, std::vector<std::uint64_t>& buffer) {
  std::size_t first = 0;
  while (first < words.size() && !may_be_freed(words[first])) first++;
  if (first == words.size()) return words;
  buffer.assign(words.begin(), words.end());
  std::vector<Address> blocks;  // in the order of the pointers to them
  for (std::size_t i = first; i < buffer.size(); i++)
    if (may_be_freed(buffer[i])) buffer[i] = by_place(buffer[i], blocks);
  return buffer;
}

void watch_blocks(SpinRound& round) {
  const Address base = heap_of(engine->current);
  round.own_heap = base + engine->heap.used(engine->current);
  round.own_heap_end = base + kHeapStride;
  round.blocks = 0;
  round.exceptions = exceptions_in_flight();
}

bool has_no_blocks(const SpinRound& round) {
  return round.blocks == 0 && is_handled_the_same(round.exceptions, exceptions_in_flight());
}

void note_allocated(SpinRound& round, Address block) {
  if (!round.loop) return;
  round.inside.site = 0;
  if (is_own_block(round, block))
    round.blocks++;
  else
    note_effect(round);
}

void note_freed(SpinRound& round, Address block) {
  if (!round.loop) return;
  round.inside.site = 0;
  if (is_own_block(round, block) && round.blocks > 0)
    round.blocks--;
  else
    note_effect(round);
}

}  // namespace heddle
