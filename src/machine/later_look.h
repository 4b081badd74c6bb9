// Rounds of a loop after which the thread is where a later look would have brought it at once:
//
//   o = load(x);  while (!compare_exchange(x, o, o + 1)) {}
//
// The attempt that fails leaves x alone and tells the thread what is there now. Had the thread come to its load no sooner
// it would be at the same head in the same state, and nobody could tell the difference: since the load it has done nothing
// but look. So the execution in which the load comes there, and the round not at all, leads everybody to the same
// states, and the one with the round need not be followed (in_vain.cpp, decision 30).
//
// Whether that is so for a loop is found out by trying. Of the last atomic load before the thread came into the loop its
// stack is kept, and what it has read and written since. When it comes back to the head, having looked at the same atomic
// last, the machine puts the stack and the memory back, hands the thread the later value and lets it run to the head (Trial).
// There stack, registers and all that was written on either way must be the same. Whatever is not certain ends the trial, and
// the thread goes on as ever: any operation or call, and a plain read of something that the thread has not read since its
// load as well (so that giving up depends on what the thread itself has seen alone).
//
// The load that is moved must not order more than the later look did: one that acquires stands for no attempt that fails
// relaxed. Otherwise a race might be hidden.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/operation.h"

namespace heddle {

struct Look {
  static constexpr unsigned kMaxCells = 12;
  static constexpr std::size_t kMaxStack = 4096, kMaxWidth = 16;
  struct Cell {
    Address address;
    std::uint64_t value;  // that was read, or that was there before the first write
    std::uint32_t width;
  };
  bool open = false;     // since then the thread has done nothing but look
  bool applied = false;  // the load has happened
  bool plain = false;    // since then the thread has made an access that can be part of a race
  Operation load;
  void* context = nullptr;  // of the fiber that was about to load
  void* result = nullptr;   // where it gets the value
  std::uint32_t site = 0;   // the loop that it came into next; 0: none yet
  Address stack_pointer = 0;
  Operation last;  // the latest look since it came into the loop; None: none yet
  MemoryOrder last_order = MemoryOrder::Relaxed;
  alignas(16) std::byte last_value[kMaxWidth];
  std::uint32_t reads = 0, writes = 0;
  Cell read[kMaxCells];
  Cell written[kMaxCells];
  std::uint32_t stack_size = 0;
  alignas(16) std::byte stack[kMaxStack];  // from the context on
};

// Of one thread: the load of which nobody knows yet whether a loop follows, and the one before the loop that it is in.
struct Looks {
  Look latest, entry;
};

// A thread runs once more from an earlier load, to see where that leads. Nobody else runs meanwhile, and nothing of it stays.
struct Trial {
  struct Cell {
    Address address;
    std::uint32_t width;
    std::uint64_t before;
  };
  bool wanted = false, running = false, same = false;
  std::uint32_t site = 0;  // where it has to come to
  Address stack_pointer = 0;
  std::uint64_t stack_hash = 0;
  std::uint32_t heads = 0;  // of loops that it has come by
  std::vector<Cell> undone, written;
  std::vector<std::byte> stack;
};

}  // namespace heddle
