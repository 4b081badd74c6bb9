// The models against the real library. The programs of calls/ make random calls with one thread and print everything
// that the calls did; run by the machine and under the tool they must print the same. Those of blocking/ have two
// threads that wait for each other: what happens natively must be among what the tool says can happen.
//
//   real_library_test DIRECTORY              the test; executables and what it finds go to the directory
//   real_library_test DIRECTORY FILE SEED    one program with one seed: both outputs
//
// HEDDLE_REAL_SEED, HEDDLE_REAL_SEEDS (for each program of calls/), HEDDLE_REAL_BLOCKING (for each of blocking/),
// HEDDLE_LONG=1: fifty times as many; HEDDLE_REAL_ONLY: the program of that name alone, without its extension.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../environment.h"
#include "cli/prepare.h"
#include "explored.h"
#include "native.h"

namespace real_library {
namespace {

namespace fs = std::filesystem;
using heddle::from_environment;
using heddle::oracle::Findings;

std::string final_of(const Native& native) { return fmt::format("exit {} {}", native.status, native.output); }

std::string first_difference(const std::string& real, const std::string& model) {
  std::istringstream a(real), b(model);
  std::string before, x, y;
  for (unsigned line = 1;; ++line) {
    const bool more_a = static_cast<bool>(std::getline(a, x)), more_b = static_cast<bool>(std::getline(b, y));
    if (!more_a && !more_b) return "";
    if (more_a != more_b || x != y)
      return fmt::format("line {} after '{}'\n    real:  {}\n    model: {}", line, before, more_a ? x : "(the end)",
                         more_b ? y : "(the end)");
    before = x;
  }
}

std::string trouble(const Explored& e) {
  if (!e.crash.empty()) return "the tool died: " + e.crash;
  if (!e.findings.complaints.empty()) return e.findings.complaints.front();
  if (!e.findings.limits.empty()) return "limit: " + e.findings.limits.front();
  return "";
}

// One thread: the same output.
std::string difference(const Native& native, const Explored& e) {
  if (std::string text = trouble(e); !text.empty()) return text;
  if (!e.findings.failures.empty()) return "the tool finds: " + *e.findings.failures.begin();
  if (!e.findings.races.empty()) return "the tool finds a race: " + *e.findings.races.begin();
  if (e.findings.finals.size() != 1) return fmt::format("{} outcomes", e.findings.finals.size());
  return first_difference(final_of(native), *e.findings.finals.begin());
}

// Two threads: one of the outcomes. A run that does not end is a deadlock.
std::string excluded(const Native& native, const Explored& e) {
  if (std::string text = trouble(e); !text.empty()) return text;
  if (native.status == -1)
    return e.findings.has_failure("deadlock") || e.findings.has_failure("livelock") ? "" : "it hangs: " + native.output;
  if (e.findings.finals.contains(final_of(native))) return "";
  std::string text = "excluded: " + final_of(native);
  for (const std::string& f : e.findings.finals) text += "    allowed: " + f;
  for (const std::string& f : e.findings.failures) text += "    failure: " + f + "\n";
  return text;
}

class Test {
 public:
  Test(std::string directory, std::uint64_t first_seed) : directory_(std::move(directory)), first_(first_seed) {}

  void folder(const char* name, std::uint64_t seeds, unsigned runs) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(fmt::format("{}/{}", HEDDLE_REAL_PROGRAMS, name)))
      if (entry.path().extension() != ".h") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    const char* const only = std::getenv("HEDDLE_REAL_ONLY");
    for (const std::string& file : files)
      if (!only || fs::path(file).stem() == only) program(file, seeds, runs);
  }

  // runs: how often it is run natively with one seed; 0: once, and the output must be the same.
  void program(const std::string& file, std::uint64_t seeds, unsigned runs) {
    const std::string name = fs::path(file).filename();
    const std::string executable = fmt::format("{}/{}.native", directory_, name);
    if (!compile_natively(file, executable, {})) return complain(name, 0, "does not compile natively");
    std::vector<std::string> arguments;
    for (std::uint64_t k = 0; k < seeds; ++k) arguments.push_back(std::to_string(first_ + k));
    std::string error;
    const std::vector<Explored> explored = explore_all(file, arguments, error);
    if (!error.empty()) return complain(name, 0, error);
    const std::size_t before = wrong_;
    std::size_t inconclusive = 0;
    for (std::uint64_t k = 0; k < seeds; ++k) {
      ++compared_;
      if (runs != 0 && !explored[k].findings.exhausted && explored[k].crash.empty()) {
        ++inconclusive;
        continue;
      }
      std::string what;
      if (runs == 0) what = difference(run_natively(executable, {arguments[k]}, 20), explored[k]);
      for (unsigned r = 0; r < runs && what.empty(); ++r)
        what = excluded(run_natively(executable, {arguments[k], std::to_string(r)}, 1.5), explored[k]);
      if (!what.empty()) complain(name, first_ + k, what);
    }
    std::printf("%s: %lu seeds, %zu differ%s\n", name.c_str(), seeds, wrong_ - before,
                inconclusive ? fmt::format(", {} too large", inconclusive).c_str() : "");
    std::fflush(stdout);
  }

  bool good() const {
    std::printf("%zu comparisons, %zu disagreements\n", compared_, wrong_);
    return wrong_ == 0;
  }

 private:
  void complain(const std::string& name, std::uint64_t seed, const std::string& what) {
    ++wrong_;
    std::printf("%s seed %lu: %s\n", name.c_str(), seed, what.c_str());
  }

  const std::string directory_;
  const std::uint64_t first_;
  std::size_t compared_ = 0, wrong_ = 0;
};

int show(const std::string& directory, const std::string& file, const std::string& seed) {
  const std::string executable = directory + "/shown.native";
  if (!compile_natively(file, executable, {})) return 1;
  std::printf("natively: %s", final_of(run_natively(executable, {seed, "0"}, 5)).c_str());
  std::string error;
  const Explored e = explore_all(file, {seed}, error)[0];
  std::printf("%s%s\n", error.c_str(), trouble(e).c_str());
  for (const std::string& text : e.findings.finals) std::printf("tool: %s\n", text.c_str());
  for (const std::string& text : e.findings.failures) std::printf("failure: %s\n", text.c_str());
  for (const std::string& text : e.findings.races) std::printf("race: %s\n", text.c_str());
  return 0;
}

int run(int argc, char** argv) {
  if (argc != 2 && argc != 4) return std::printf("usage: real_library_test DIRECTORY [FILE SEED]\n"), 2;
  fs::create_directories(argv[1]);
  if (argc == 4) return show(argv[1], argv[2], argv[3]);
  const std::uint64_t times = from_environment("HEDDLE_LONG", 0) != 0 ? 50 : 1;
  Test test(argv[1], from_environment("HEDDLE_REAL_SEED", 1));
  test.folder("calls", from_environment("HEDDLE_REAL_SEEDS", 20 * times), 0);
  test.folder("blocking", from_environment("HEDDLE_REAL_BLOCKING", 20 * times), 4);
  return test.good() ? 0 : 1;
}

}  // namespace
}  // namespace real_library

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  return real_library::run(argc, argv);
}
