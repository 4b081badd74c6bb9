// One run of clang as a child process, without a shell and without temporary files.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct ProcessResult {
  bool started = false;
  int exit_status = 0;  // of a normal end
  int signal = 0;       // otherwise: what ended it
  std::string out;      // standard output
  std::string err;      // standard error
  std::string third;    // what it wrote to /dev/fd/3
};

// What the process may read besides files: nothing, unless given.
struct ProcessInput {
  std::string_view standard = {};
  std::string_view fourth = {};  // as /dev/fd/4
};

// arguments[0] is the path of the program.
ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessInput& input = {});

}  // namespace heddle
