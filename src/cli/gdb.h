// heddle replay --gdb: the command that starts gdb on this tool and stops at the bug.
#pragma once
#include <string>
#include <vector>

namespace heddle::cli {

struct GdbCommand {
  std::vector<std::string> words;
  std::string error;  // what is missing
};

// `file` as given; `optimised`: the program without optimisation takes another path.
GdbCommand gdb_command(const std::string& file, bool optimised);

// As a line for a shell.
std::string shell_line(const std::vector<std::string>& words);

// Becomes gdb. Comes back only if that fails.
void run_gdb(const std::vector<std::string>& words);

}  // namespace heddle::cli
