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
  for (; size >= 32; size -= 32, t += 32, f += 32) {
    asm("" : "+r"(t), "+r"(f));  // or the compiler recognises the loop and calls memcpy
    std::memcpy(t, f, 32);
  }
  if (size & 16) std::memcpy(t, f, 16), t += 16, f += 16;
  if (size & 8) std::memcpy(t, f, 8), t += 8, f += 8;
  if (size & 7) [[unlikely]] {
    if (size & 4) std::memcpy(t, f, 4), t += 4, f += 4;
    if (size & 2) std::memcpy(t, f, 2), t += 2, f += 2;
    if (size & 1) *t = *f;
  }
}

}  // namespace heddle
