// Which subcommand; everything else is theirs. An internal failure that reaches this place is status 3.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/prepare.h"

namespace heddle::cli {
namespace {

constexpr std::array<std::string_view, 7> kCommands = {"check", "replay", "help", "analyze", "trace", "cc", "c++"};

bool asks_for_help(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

int dispatch(const std::string& command, const std::vector<std::string>& words, char** argv) {
  if (command == "help") return run_help(words);
  if (command == "check" || command == "replay" || command == "analyze") {
    if (asks_for_help(words)) return run_help({command});
    fix_addresses(argv);
    return command == "check" ? run_check(words) : command == "replay" ? run_replay(words) : run_analyze(words);
  }
  if (command == "trace") return asks_for_help(words) ? run_help({command}) : run_trace(words);
  if (command == "cc" || command == "c++") return run_wrapper(words, command == "c++");
  const bool json = asks_for_json(words);
  const std::string meant = closest(command, kCommands);
  return finish_error(fmt::format("heddle: error: unknown command '{}'{}\nheddle: 'heddle --help' lists the commands",
                                  command, meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)),
                      json);
}

}  // namespace

int run(int argc, char** argv) try {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  // Under one of these names (a link to the tool) it is a compiler: some build systems want one word.
  const std::string name = argc > 0 ? std::string(argv[0]).substr(std::string(argv[0]).rfind('/') + 1) : "";
  if (name == "heddle-cc" || name == "heddle-c++") return run_wrapper(words, name == "heddle-c++");
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_NAME, "heddle");  // started again as /proc/self/exe it would be called "exe"
  if (words.empty()) {
    std::fputs(help_text("").c_str(), stderr);
    return 2;
  }
  const std::string command = words[0];
  words.erase(words.begin());
  if (command == "--version") {
    std::fputs(version_text().c_str(), stdout);
    return 0;
  }
  if (command == "--help" || command == "-h") return run_help({});
  return dispatch(command, words, argv);
} catch (const std::exception& e) {
  fmt::print(stderr, "heddle: internal error: {}\n", e.what());
  return 3;
}

}  // namespace heddle::cli
