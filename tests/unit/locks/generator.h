// Random programs of locks. Nested ones are made of blocks: a lock is acquired, a block follows, the lock is released;
// both may happen in procedures of their own. Wild ones are graphs with actions at random.
#pragma once
#include <random>

#include "locks/program.h"

namespace heddle::locks::oracle {

struct Shape {
  unsigned threads = 2;
  bool forks = false;      // main forks the others, and joins some; else all run from the beginning
  bool initially = false;  // locks held initially
  bool modes = false;      // shared acquires
  bool extras = false;     // try-locks, recursive locks, waits, sets of locks
  bool recursion = false;
  bool several = false;    // the last thread has several instances
  bool joins_all = false;  // which main joins all at once, and may fork again
  bool tree = false;       // with forks: children fork, too, and main joins their children as well
};

Program random_nested(std::mt19937&, const Shape&);
Program random_wild(std::mt19937&, const Shape&);

// For messages.
std::string print(const Program&);

}  // namespace heddle::locks::oracle
