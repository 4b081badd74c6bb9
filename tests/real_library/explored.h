// Runs the tool on one program with many arguments: the program is compiled and loaded once, in a process of its own.
#pragma once
#include <string>
#include <vector>

#include "../oracle/findings.h"

namespace real_library {

struct Explored {
  heddle::oracle::Findings findings;
  std::string crash;  // the exploring process died, and how
};

// One entry for each argument; `error`: the program does not compile or load.
std::vector<Explored> explore_all(const std::string& file, const std::vector<std::string>& arguments,
                                  std::string& error);

}  // namespace real_library
