// --process "server.c -DFAST -- 8080": a program of its own that runs together with others. What a text says, in words
// as a shell would split them, and how the process is called: after its first source file, with a number where several
// have the same.
#pragma once
#include <string>
#include <vector>

namespace heddle {

inline constexpr std::size_t kMaxProcesses = 8;  // each has objects of its own: address_space.h

struct ProcessSpec {
  std::string name;
  std::vector<std::string> words;      // source files and compiler flags
  std::vector<std::string> arguments;  // after `--`
};

// One for each text. A quote that is not closed ends with the text.
std::vector<ProcessSpec> read_processes(const std::vector<std::string>& texts);
std::vector<std::string> process_names(const std::vector<std::string>& texts);

}  // namespace heddle
