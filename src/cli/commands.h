// One function per subcommand; each returns the exit status of the tool.
#pragma once
#include <string>
#include <vector>

namespace heddle::cli {

int run_check(const std::vector<std::string>& words);
int run_replay(const std::vector<std::string>& words);
int run_trace(const std::vector<std::string>& words);
int run_analyze(const std::vector<std::string>& words);
// heddle cc, heddle c++: a compiler that builds as clang does and keeps bitcode. `words` are the compiler's.
int run_wrapper(const std::vector<std::string>& words, bool cxx);
int run_help(const std::vector<std::string>& topic);

// The whole tool. argv is needed as it is, because check and replay start the process again (prepare.h).
int run(int argc, char** argv);

}  // namespace heddle::cli
