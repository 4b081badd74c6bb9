// Runs programs as the machine does: compiled by clang, in an empty environment, with an empty standard input.
#pragma once
#include <string>
#include <vector>

namespace real_library {

struct Native {
  std::string output;  // standard output and error
  int status = 0;      // of the exit; 128 + n: signal n; -1: it did not end in time
};

// False: it does not compile.
bool compile_natively(const std::string& source, const std::string& executable, const std::vector<std::string>& flags);

Native run_natively(const std::string& executable, const std::vector<std::string>& arguments, double seconds);

}  // namespace real_library
