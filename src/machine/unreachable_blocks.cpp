// Freed blocks that nobody can reach any more, where states are compared: they are handed out again, so that a loop
// that allocates and frees comes back to a state it was in, and its program has finitely many.
//
// A use after free takes a pointer. All that decides how the program goes on is in the exact image of the state
// (explicit_state.cpp: without dead registers and slots, and freed blocks are wiped), so a block that no eight bytes of
// the image point into, or next to, cannot be used after it was freed, unless the program can compute its address from
// something else: an exclusive or of two pointers, an offset, half a pointer here and half there. That is an assumption
// of the verdict, if a block was handed out again.
//
// The addresses of later blocks then depend on what other threads have forgotten. Executions that a reduction takes for
// one may differ in them; whoever compares or hashes addresses may notice, as with any allocator.
//
// The image is taken after a step in which something was freed; of a large program only when much was, so that the time
// is that of freeing it.
//
// Main function: Engine::reclaim_blocks.
#include <algorithm>
#include <cstring>

#include "machine/engine.h"

namespace heddle {
namespace {

constexpr std::size_t kSmallProgram = std::size_t{64} << 10;  // bytes: at each free
constexpr std::size_t kFactor = 4;  // otherwise when a fourth of what there is was freed since the last time

constexpr Address kAddressBits = (Address{1} << 48) - 1;  // flags may stand above

// Wherever in the image: what is written is not aligned, nor need pointers be.
void find_heap_addresses(std::span<const std::byte> image, std::vector<Address>& found) {
  found.clear();
  for (std::size_t i = 0; i + sizeof(Address) <= image.size(); ++i) {
    Address word = 0;
    std::memcpy(&word, image.data() + i, sizeof word);
    if (in_heap(word & kAddressBits)) found.push_back(word & kAddressBits);
  }
  std::sort(found.begin(), found.end());
}

}  // namespace

void Engine::reclaim_blocks() {
  const std::size_t waiting = heap.waiting_for_reclaim();
  if (waiting == 0) return;
  const std::size_t total = heap.total_used() + image.globals_size;
  if (total > kSmallProgram && waiting * kFactor < total) return;
  static StateWriter writer;
  static std::vector<Address> found;
  writer.begin(StateWriter::Detail::Exact);
  write_state(writer);
  find_heap_addresses(writer.written(), found);
  heap.reclaim(found);
}

}  // namespace heddle
