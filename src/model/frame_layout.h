// What lies in a frame of the program's compiled code while the function waits for a call to return, as far as the code
// generator can tell: where its caller goes on, where it has put the registers that it must give back, and which
// values nothing can read any more. Made by program/frame_notes.cpp, used by machine/dead_values.cpp.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "model/ids.h"

namespace heddle {

// The registers that a call preserves, in the order of ProgramEntry::saved.
enum class SavedRegister : std::uint8_t { Rbx, Rbp, R12, R13, R14, R15 };
inline constexpr std::size_t kSavedRegisters = 6;

// Offsets are from the canonical frame address (CFA) of DWARF: the stack pointer of the caller before its call. The
// return address to the caller lies at -8.
struct FrameLayout {
  bool from_rbp = false;  // the CFA is rbp + cfa, else sp + cfa: the registers after the call has returned
  std::uint32_t cfa = 0;
  std::uint8_t saved = 0;  // bits by SavedRegister: the caller's value lies in this frame, at saved_at
  std::array<std::int32_t, kSavedRegisters> saved_at{};
  // How many bytes of what is in the register now, from the lowest on, somebody may read: all 8 of one that is not
  // saved.
  std::array<std::uint8_t, kSavedRegisters> read{8, 8, 8, 8, 8, 8};
  struct Range {
    std::int32_t begin = 0;
    std::uint32_t size = 0;
  };
  std::vector<Range> unread;  // slots of spilled values that are overwritten before they are read, and padding
};

}  // namespace heddle
