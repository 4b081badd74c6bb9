// Copying a few dozen bytes, many times: snapshots of small stacks, entries of the journal. Below a few hundred bytes
// a call of memcpy and its choice of a strategy cost more than the copying.
#pragma once
#include <cstddef>
#include <cstring>

namespace heddle {

[[gnu::always_inline]] inline void copy_small(void* to, const void* from, std::size_t size) {
  constexpr std::size_t kCall = 512;
  auto* t = static_cast<std::byte*>(to);
  const auto* f = static_cast<const std::byte*>(from);
  if (size > kCall) {
    std::memcpy(t, f, size);
    return;
  }
  // Two copies of one width that may overlap, instead of one for each bit of the size.
  if (size > 32) {
    const std::size_t last = size - 32;
    for (std::size_t i = 0; i < last; i += 32) {
      asm("" : "+r"(t), "+r"(f));  // or the compiler recognises the loop and calls memcpy
      std::memcpy(t + i, f + i, 32);
    }
    std::memcpy(t + last, f + last, 32);
  } else if (size >= 16) {
    std::memcpy(t, f, 16), std::memcpy(t + size - 16, f + size - 16, 16);
  } else if (size >= 8) {
    std::memcpy(t, f, 8), std::memcpy(t + size - 8, f + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(t, f, 4), std::memcpy(t + size - 4, f + size - 4, 4);
  } else if (size != 0) {
    t[0] = f[0];
    if (size > 1) std::memcpy(t + size - 2, f + size - 2, 2);
  }
}

}  // namespace heddle
