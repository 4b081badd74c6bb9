// The floating-point exceptions that a thread's arithmetic has raised are state of the thread: fetestexcept reads them.
// Those of the SSE unit lie in MXCSR, which Boost.Context keeps with each context; those of the x87 unit (long double,
// and feraiseexcept of glibc) nobody keeps, so the engine does for programs that can tell.
#pragma once
#include <cstdint>
#include <cstring>

namespace heddle {

inline constexpr std::uint16_t kX87Exceptions = 0x3f;

inline std::uint16_t x87_flags() {
  std::uint16_t word;
  asm volatile("fnstsw %0" : "=am"(word));
  return word & kX87Exceptions;
}

inline void set_x87_flags(std::uint16_t flags) {
  if (x87_flags() == flags) return;
  struct {
    std::uint32_t control, status, rest[5];
  } environment;
  asm volatile("fnstenv %0" : "=m"(environment));
  environment.status = (environment.status & ~std::uint32_t{kX87Exceptions}) | flags;
  asm volatile("fldenv %0" ::"m"(environment));
}

// MXCSR of a thread that does not run: the first word of its context.
inline std::uint32_t float_flags(const void* context) {
  std::uint32_t word;
  std::memcpy(&word, context, sizeof word);
  return word;
}

inline constexpr std::uint32_t kNoFloatFlags = 0x1f80;
inline void set_float_flags(void* context, std::uint32_t word) { std::memcpy(context, &word, sizeof word); }

}  // namespace heddle
