// Where a program thread stands while the runtime works for it: the stack pointer and the registers with which the
// program called. What lies on the stack below that point is ours. It differs from way to way to the same state
// (addresses of the tool, numbers of events, what earlier calls have left in gaps), so a canonical state does not hold
// it; what of it matters later is held in another form:
//
//   the program's return address, and all that lies above     on the stack, from stack_pointer on
//   registers that the call has to give back                   saved
//   the arguments                                              arguments: where the call says that it needs them
//   (Call::with) what the call has found out before it blocked              since: results of its earlier operations,
//   and what it says
//                                                              by note_in_call()
//
// Where the runtime was not called through an entry, or the call may remember more than that (plain accesses that are
// scheduling points, exit handlers, functions that say nothing of their arguments), stack_pointer is 0 and all of the
// stack counts: more states, none mistaken for another.
//
// A function of the program's that the runtime calls (the initialisation of pthread_once) stands on our frames, which
// lie on the program's: ProgramCall keeps the entry that it serves.
//
// What the program calls is a stub that takes down the registers and jumps on (program_entry.cpp). They are kept for
// each thread where states are compared, or where loops may wait (loop_states.cpp).
#pragma once
#include <cstdint>

#include "model/ids.h"

namespace heddle {

struct ProgramEntry {
  Address stack_pointer = 0;    // the return address lies there; 0: not known
  std::uint64_t saved[6] = {};  // rbx, rbp, r12 to r15
  std::uint64_t arguments[6] = {};
  std::uint64_t since = 0;
  // Of a function of the program's that the runtime has called (ProgramCall): where its frames begin, and the call that
  // it serves. Otherwise 0: all frames of the thread.
  Address frames = 0;
  const ProgramEntry* outer = nullptr;
};

}  // namespace heddle

extern "C" {
extern heddle::ProgramEntry heddle_program_entry;  // of the running thread: its latest one
}

namespace heddle {

// What the program is to call instead of this function of the runtime.
void* entry_of(void* function);

// Calls a function of the program's with these arguments, from registers that hold nothing of ours: what the program
// does not use it would carry with it. Where its frames begin goes to `begin`; that much of the stack below, in words,
// is cleared: frames have gaps that nobody writes.
extern "C" std::uint64_t heddle_call_program(const void* function, std::uint64_t first, std::uint64_t second,
                                             std::uint64_t third, heddle::Address* begin, std::size_t cleared);

// The runtime goes on by itself: it was not called through an entry, or comes back from a function of the program's.
inline void no_program_entry() { heddle_program_entry.stack_pointer = 0; }

// The call comes back to these after an operation.
template <class... A>
void keep_arguments(A... arguments) {
  static_assert(sizeof...(A) <= 6);
  std::size_t i = 0;
  ((heddle_program_entry.arguments[i++] = std::uint64_t(arguments)), ...);
}

// Nothing of the program's frames counts any more: it is about to end, and goes on with these.
template <class... A>
void leaves_program(Address program_frames, A... words) {
  heddle_program_entry = {.stack_pointer = program_frames};
  keep_arguments(words...);
}

// The call keeps this in a variable of its own beyond the next operation.
inline void note_in_call(std::uint64_t value) {
  std::uint64_t& since = heddle_program_entry.since;
  since = (since ^ value) * 0x9E37'79B9'7F4A'7C15u + 1;
  since ^= since >> 29;
}

// The runtime calls a function of the program's while it serves a call.
class ProgramCall {
 public:
  ProgramCall() : served_(heddle_program_entry) { heddle_program_entry = {.outer = &served_}; }
  ~ProgramCall() { heddle_program_entry = served_; }
  ProgramCall(const ProgramCall&) = delete;
  ProgramCall& operator=(const ProgramCall&) = delete;
  void call(void (*function)()) {
    heddle_call_program(reinterpret_cast<const void*>(function), 0, 0, 0, &heddle_program_entry.frames, 0);
  }

 private:
  const ProgramEntry served_;
};

}  // namespace heddle
