// The seam behind which every report format lives. A reporter only formats: names, positions, interleavings and reasons
// were computed before (describe.h) and stand in the Result.
#pragma once
#include "model/bug.h"

namespace heddle {

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void report(const Result& result) = 0;
};

}  // namespace heddle
