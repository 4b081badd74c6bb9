// Preconditions and invariants of our own code, stated where they are relied on. Checked in debug builds, in everything
// that is built under the sanitizers and in the unit tests; elsewhere they cost nothing and are not evaluated.
//
//   HEDDLE_INVARIANT(mark <= used_);
//
// What a user can cause is never an invariant: that is an error with a message.
#pragma once

#ifdef HEDDLE_CHECK_INVARIANTS
#include <stdio.h>

#include <cstdlib>

namespace heddle {

// Not abort(): its signal, on a fiber, would be taken for a crash of the program under test.
[[noreturn, gnu::cold, gnu::noinline]] inline void invariant_broken(const char* file, int line, const char* what) {
  dprintf(2, "%s:%d: invariant broken: %s\n", file, line, what);
  std::_Exit(70);
}

}  // namespace heddle

#define HEDDLE_INVARIANT(...) ((__VA_ARGS__) ? void(0) : ::heddle::invariant_broken(__FILE__, __LINE__, #__VA_ARGS__))
#else
#define HEDDLE_INVARIANT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))
#endif
