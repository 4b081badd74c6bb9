// Who makes the access that the vector-clock detector is looking at, for the files that it consists of.
#pragma once
#include "detect/vector_clock.h"

namespace heddle {

struct VectorClockDetector::Accessor {
  const detect::Clock& now;
  unsigned thread;
  detect::Epoch epoch;
  detect::Word word;

  // Also for "no access": the clock of thread 0 that it names is 0.
  bool ordered(detect::Word earlier) const { return detect::clock_of(earlier) <= now[detect::thread_of(earlier)]; }
};

}  // namespace heddle
