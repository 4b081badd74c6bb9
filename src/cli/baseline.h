// --baseline: the bugs of an earlier report, which are not reported again.
#pragma once
#include <string>
#include <vector>

namespace heddle::cli {

struct BaselineReading {
  std::vector<std::string> ids;
  std::string error;  // empty: all is well
};

// Reads what `heddle check --json=FILE` wrote.
BaselineReading read_baseline(const std::string& path);

}  // namespace heddle::cli
