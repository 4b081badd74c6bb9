// errno. Every program thread runs on the same OS thread, so that the C library knows one errno. A program thread has a
// place of its own: two threads that share a pointer to one's errno share that place. What native code or a model has set in
// the meantime is taken over when the program asks where its errno is, or looks at it.
#pragma once
#include "machine/thread_slots.h"

namespace heddle {

struct alignas(64) ErrorNumber {
  int value;
};
extern ErrorNumber error_numbers[kThreadSlots];  // by the thread's slot

// In the C library's errno: nothing was set since the program's was taken over.
inline constexpr int kNoNewError = 0x4865646c;
int& native_errno();

inline bool is_error_number(Address a) { return a - reinterpret_cast<Address>(error_numbers) < sizeof error_numbers; }

}  // namespace heddle
