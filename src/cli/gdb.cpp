// gdb runs the tool with --stop-at-bug (machine/debugger.cpp); heddle_gdb.py, beside the executable, does the rest: the
// breakpoint, the signals that the tool needs for itself, the way up to the program's own frame.
#include "cli/gdb.h"

#include <fmt/format.h>
#include <limits.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/prepare.h"

namespace heddle::cli {
namespace {

std::string executable() {
  char path[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string("heddle");
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=/.,:@%") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

GdbCommand gdb_command(const std::string& file, bool optimised) {
  const std::string script = beside_executable("heddle_gdb.py", {"", "/../share/heddle"});
  if (script.empty()) return {{}, "heddle_gdb.py is not beside the executable"};
  return {{"gdb", "-q", "-x", script + "/heddle_gdb.py", "--args", executable(), "replay",
           optimised ? "--stop-at-bug=optimised" : "--stop-at-bug", file},
          {}};
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

void run_gdb(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
}

}  // namespace heddle::cli
