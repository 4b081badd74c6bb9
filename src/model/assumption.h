// What a verdict takes for granted though a real run may go otherwise. Each is noted at run time when the program first
// does something that could notice (Engine::assume), so that a verdict names only those that concern this program.
//
// To add one: a value here, its sentence in assumption.cpp, and `engine->assume(...)` where the model decides for one of
// several things that could happen.
#pragma once
#include <cstdint>
#include <string>

#include "model/options.h"

namespace heddle {

enum class Assumption : std::uint8_t {
  Allocation,      // malloc, new
  Wakeups,         // a wait for a condition ends only because of a signal or its time limit
  WeakExchange,    // compare_exchange_weak fails only if the values differ
  Input,           // standard input was read, and there is none
  Random,          // std::random_device, getrandom
  Nondeterminism,  // --nondet
  Inputs,          // __VERIFIER_nondet_int and the like without it
  Time,            // the program itself looked at a clock
  Processors,      // hardware_concurrency, sysconf
  Environment,     // getenv of a variable that is not set
  Uninitialised,   // a local variable was read before it was written, and that is no bug that is looked for
  Dangling,        // a pointer to a variable that has ended was used
  Signals,         // a handler for a signal was installed, or an alarm was set
  Files,           // a file on disk was looked at
  Channels,        // a pipe or socket was made
  SharedMemory,    // processes share memory
  Crashes,         // --crash-process under --visible sync
  ProcessFiles,    // a file below /proc was to be opened
  StackSize,       // a thread was created with a smaller stack than usual
  Pointers,        // a freed block was handed out again where no pointer to it was to be seen
  Exit,            // a thread calls exit() while that of another thread is under way
  kCount
};

// In plain words, as it stands in the JSON list and in the text.
std::string text_of(Assumption, const CheckOptions&);

}  // namespace heddle
