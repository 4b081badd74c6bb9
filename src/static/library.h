// What functions without a body do, as far as pointers, locks and threads are concerned. What they read and write is in
// model/memory_effects.def, whether they are harmless in the symbol policy; here is only what neither of the two says:
// which argument comes back, where memory is copied, which operation on which lock it is.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/memory_effects.h"

namespace heddle::analysis {

// Where pointers go in a call.
enum class Flow : std::uint8_t {
  Nothing,       // neither kept nor returned
  Fresh,         // returns a new block
  FreshAt0,      // puts a new block where argument 0 points
  TextAt0,       // makes a std::string where argument 0 points
  FreshFrom0,    // returns a new block with the contents of argument 0 (realloc), or argument 0
  Returns0,      // argument 0
  Inside0,       // somewhere in the object behind argument 0
  Copies,        // argument 1 to argument 0, argument 2 bytes; returns argument 0
  CopiesPast,    // likewise; returns where the copy ends
  Outside,       // memory of the library
  Throw,         // __cxa_throw
  Caught,        // what was thrown
  CaughtAt0,     // what was thrown goes to where argument 0 points (std::current_exception)
  Rethrown,      // what lies where argument 0 points is thrown (std::rethrow_exception)
  Stores,        // argument 1 goes to where argument 0 points
  AtomicCopies,  // functions of libatomic: between the places behind their arguments
  DynamicCast,   // argument 0 moved by argument 3
  SetSpecific,
  GetSpecific,        // thread-specific values: argument 1 of the former
  ThreadResult,       // what threads returned goes to where argument 1 points
  VariableArguments,  // llvm.va_start
};

// What other threads can notice.
enum class Sync : std::uint8_t {
  Nothing,
  Acquire,
  AcquireShared,
  Release,
  Wait,
  Create,      // argument 0: where the id goes, 2: the function, 3: its argument
  JoinId,      // argument 0: the id itself
  JoinThread,  // argument 0: a std::thread
  Self,        // the own id
  Once,        // calls argument 1 at most once for argument 0
  EndThread,
  EndProcess,
  Abort,
  Blocks,  // waits for something that is no lock and no thread
  AtThreadEnd,
  AtProcessEnd,  // registers a function: argument 0, with argument 1 (AtProcessEnd: also on_exit), or
                 // argument 1 for keys
  GuardAcquire,
  GuardRelease,
  AcquireAll,         // all arguments
  ThreadEndHandlers,  // calls what was registered for the end of the thread
  ExitHandlers,       // calls what was registered for the end of the process
  JoinedAll,          // argument 0: a container of threads, each of which was joined (join_loops.cpp)
  GivesUp,            // a handler ends, or an owner of an exception: its destructor may run
  ThreadGone,         // argument 0: a std::thread that is destroyed; if its thread was not joined the process ends
  Unsupported,        // jumps, signals: not understood
};

struct LibraryFunction {
  Flow flow = Flow::Nothing;
  Sync sync = Sync::Nothing;
  bool tries = false;       // may give up
  std::uint8_t lock = 0;    // argument
  bool is_free = false;     // ends the block behind argument 0
  bool calls_back = false;  // calls what it is given (argument 0 or 1)
  bool known = false;       // false: nobody knows what it does
  MemoryEffects effects = {};
};

// Does it do anything to locks or threads by itself?
inline bool synchronises(const LibraryFunction& function) {
  return function.sync != Sync::Nothing && function.sync != Sync::GivesUp;
}

// Of a linker-level name that has no body.
const LibraryFunction& library_function(std::string_view name);

}  // namespace heddle::analysis
