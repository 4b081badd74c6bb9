// The streams of stdio: which call uses which, and their locks.
//
// A call locks its stream, so that two calls on one stream never race. In a program that does not use flockfile or one
// of the _unlocked functions nobody can tell whether the lock of an output stream is held, and it is left out:
// otherwise every printf would be a visible operation. Input is different: who reads first gets the first character.
//
// In a program that does use them, a stream is a recursive mutex and a variable that every call writes: a call of
// putchar_unlocked without flockfile races with other calls on the stream.
#pragma once
#include <stdarg.h>
#include <stdio.h>

#include "machine/models.h"

namespace heddle {

// Not standard output or error, not standard input: the run is refused.
void must_be_output(const Call&, FILE*, const char* function);
void must_be_input(const Call&, FILE*, const char* function);

// One call's use of a stream: takes the lock, and gives it back at the end of the scope.
class StreamUse {
 public:
  enum Locking { Locks, Unlocked };
  StreamUse(const Call&, FILE*, Locking = Locks);
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;

 private:
  const Call& call_;
  Address lock_ = 0;  // 0: was not taken
};

// The streams in program memory, in the order stdin, stdout, stderr: a lock, and from the middle a variable of 8 bytes that
// stands for the buffer; then what is known of standard input.
inline constexpr std::size_t kStreamSize = 128;
struct InputState {
  std::size_t position;
  std::uint64_t ended;  // its end was met, and nobody has cleared that
  std::uint64_t given_back;  // so many characters of `back` come before the rest, the last one first
  unsigned char back[24];
};
static_assert(kStreamSize / 2 + 8 + sizeof(InputState) <= kStreamSize);
inline InputState& input_state() { return *reinterpret_cast<InputState*>(engine->streams() + kStreamSize / 2 + 8); }
// In the place of standard output: what is known of the streams of C++.
struct StreamsState {
  bool unsynchronised;  // std::ios_base::sync_with_stdio(false) was called
  bool sets_locale;     // the program has std::locale::global
};
inline StreamsState& streams_state() {
  return *reinterpret_cast<StreamsState*>(engine->streams() + kStreamSize + kStreamSize / 2 + 8);
}

// What a call of printf with this format reads and writes (%s, %n), and what one of scanf wrote when it filled `count`
// places. Both walk through the arguments.
void report_printed(const Call&, const char* format, va_list arguments);
void report_scanned(const Call&, const char* format, int count, va_list arguments);

// The body of a function with `...` after its format: `call` is that of its sister that takes a va_list, `arguments`.
#define HEDDLE_VARIADIC(call)  \
  va_list arguments;           \
  va_start(arguments, format); \
  const int n = call;          \
  va_end(arguments);           \
  return n;

}  // namespace heddle
