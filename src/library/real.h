// For functions that let the library's own version do the work and report what it read and wrote.
//
// HEDDLE_REAL("name") on a declaration makes it the library's own version of that linker-level name
// (program/resolver.h). touched_read and touched_written announce accesses of native code right after they have
// happened: no other thread can run in between, so that the order does not matter. They have no debug information: the
// line in a report is that of the function that uses them.
#pragma once
#include <stddef.h>
#include <string.h>

#define HEDDLE_REAL(name) __asm__("heddle_real." name)
#define HEDDLE_TOUCH static inline __attribute__((always_inline, nodebug, unused)) void

#ifdef __cplusplus
extern "C"
#endif
    void*
    heddle_unseen_copy(void*, const void*, size_t) HEDDLE_REAL("memcpy");

// Comparing memory with itself has no other effect than its hooks.
HEDDLE_TOUCH touched_read(const void* p, size_t n) {
  if (n != 0 && memcmp(p, p, n) != 0) __builtin_trap();
}

// The bytes are taken out where no hook sees it, and written back where one does.
HEDDLE_TOUCH touched_written(void* p, size_t n) {
  char buffer[256];
  for (size_t done = 0; done < n; done += sizeof buffer) {
    const size_t part = n - done < sizeof buffer ? n - done : sizeof buffer;
    heddle_unseen_copy(buffer, (char*)p + done, part);
    memcpy((char*)p + done, buffer, part);
  }
}
