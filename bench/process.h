// Running a command and measuring it.
#pragma once
#include <string>
#include <vector>

namespace heddle::bench {

struct CommandRun {
  int status = -1;       // exit status; -1: it could not be started or was killed
  double wall = 0;       // seconds
  double processor = 0;  // seconds, of the command and all that it started and waited for
  std::string output;    // its standard output
};

// The first word is the program, searched for as a shell does it. Standard error is the benchmark's own.
CommandRun run_command(const std::vector<std::string>& words);

}  // namespace heddle::bench
