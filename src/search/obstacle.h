// Why property-driven pruning could not leave out what begins at a state (race_free.h): for --explain-pruning.
#pragma once
#include <cstdint>

#include "detect/race_detector.h"
#include "model/operation.h"

namespace heddle {

struct Obstacle {
  enum class Kind : std::uint8_t {
    None,
    Pair,        // these two accesses have no lock in common
    Value,       // what the first one reads depends on the order of the two, and may decide about anything
    Operation,   // the result of the first one's operation depends on other threads
    Memory,      // more threads or events than there is room for
    Unfinished,  // an execution ended while threads were left
    Hidden,      // threads may learn of each other by more than memory and synchronisation objects
  };
  Kind kind = Kind::None;
  Access first{}, second{};
};

// A state that something else had to be explored from, by the operation that was executed there.
struct KeptState {
  ThreadId thread;
  Operation operation;
  Obstacle obstacle;
};

}  // namespace heddle
