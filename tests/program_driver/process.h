// Runs one command to its end, with a limit of time, and hands back what it printed.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::program_tests {

struct Finished {
  int status = -1;  // exit status; 128 + signal
  bool timed_out = false;
  double seconds = 0;
  std::string output, errors;  // standard output, standard error
};

// `directory` becomes its working directory; output is kept there in files while it runs.
Finished run_command(const std::vector<std::string>& command, const std::filesystem::path& directory, double timeout);

// Empty if there is no such file.
std::string contents(const std::filesystem::path& file);

}  // namespace heddle::program_tests
