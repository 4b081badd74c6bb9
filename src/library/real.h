// For functions that let the library's own version do the work and report what it read and wrote.
//
// HEDDLE_REAL("name") on a declaration makes it the library's own version of that linker-level name (program/resolver.h).
// touched_read and touched_written announce accesses of native code right after they have happened: no other thread can
// run in between, so that the order does not matter.
#pragma once
#include <stddef.h>
#include <string.h>

#define HEDDLE_REAL(name) __asm__("heddle_real." name)

// Comparing memory with itself, or moving it to where it is, has no other effect than its hooks.
static inline void touched_read(const void* p, size_t n) {
  if (n != 0 && memcmp(p, p, n) != 0) __builtin_trap();
}
static inline void touched_written(void* p, size_t n) {
  if (n != 0) memmove(p, p, n);
}
