// Of a thread that waits in a call of the runtime: which of the registers that it called with, and which words of the
// program's frames, nothing can read any more. States that differ only there are the same state. What is dead the code
// generator has said for each call (model/frame_layout.h); here the frames of one stack are put together. A
// register is dead where it lies: still in the register, or in the frame of a later function that has saved it.
//
// Frames are followed from the call of the runtime outwards, as the unwinder would. A frame that is not compiled code
// of the program, or whose layout is not known, ends that: from there on everything counts.
//
// A wrong answer hides states. To find one, dead values can be overwritten whenever the program calls the runtime
// (overwrite_dead_values, HEDDLE_OVERWRITE_DEAD=1): then nothing that can be observed may change.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/program_entry.h"
#include "model/image.h"

namespace heddle {

class DeadValues {
 public:
  struct Range {
    Address begin, end;
  };

  // Of the frames between the entry's stack pointer and `end`.
  void find(const Image& image, const ProgramEntry& entry, Address end);

  // Which bits of ProgramEntry::saved[i] count.
  std::uint64_t read_of_register(std::size_t i) const { return bytes_[i] == 8 ? ~0ull : (1ull << 8 * bytes_[i]) - 1; }
  std::span<const Range> ranges() const { return ranges_; }  // sorted, disjoint

 private:
  std::array<std::uint8_t, kSavedRegisters> bytes_{};  // of each register, from the lowest on
  std::vector<Range> ranges_;                          // kept from stack to stack
};

// For tests: from now on the program finds other values in what is dead after each call. Not undone.
void overwrite_dead_values();

}  // namespace heddle
