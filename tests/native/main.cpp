// Random concurrent programs against the machine and ThreadSanitizer. The programs choose by a seed what they are; run
// natively with pauses at random places they show outcomes, and under ThreadSanitizer races. What the tool excludes and
// happens is an error of the tool.
//
//   native_test DIRECTORY              the test; executables go to the directory
//   HEDDLE_NATIVE_SEED, HEDDLE_NATIVE_SEEDS (for each program: 12, or 900 with HEDDLE_LONG=1)
//
// With a race the outcomes of a program mean nothing, so only race-free ones are compared. A race that the tool finds
// and ThreadSanitizer does not is no contradiction: the sanitizer sees one schedule.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "../environment.h"
#include "../real_library/explored.h"
#include "../real_library/native.h"
#include "cli/prepare.h"

namespace {

namespace fs = std::filesystem;
using namespace real_library;
using heddle::from_environment;

constexpr unsigned kRuns = 6, kSanitizedRuns = 2;

// What is wrong with saying what `e` says, given one native run; empty: nothing.
std::string excluded(const Native& native, const Explored& e) {
  if (native.status == -1)
    return e.findings.has_failure("deadlock") || e.findings.has_failure("livelock") ? "" : "hangs natively";
  if (native.status != 0 && !e.findings.failures.empty())
    return "";  // an assertion or a crash, which the tool finds too
  if (e.findings.finals.contains(fmt::format("exit {} {}", native.status, native.output))) return "";
  std::string text = fmt::format("excluded: exit {} {}", native.status, native.output);
  for (const std::string& f : e.findings.finals) text += "    allowed: " + f;
  for (const std::string& f : e.findings.failures) text += "    failure: " + f + "\n";
  return text;
}

struct Count {
  std::size_t compared = 0, racy = 0, sanitizer = 0, wrong = 0;
};

void program(const std::string& file, const std::string& directory, std::uint64_t first, std::uint64_t seeds,
             Count& n) {
  const std::string name = fs::path(file).filename(), executable = directory + "/" + name;
  std::vector<std::string> arguments;
  for (std::uint64_t k = 0; k < seeds; ++k) arguments.push_back(std::to_string(first + k));
  std::string error;
  const std::vector<Explored> explored = explore_all(file, arguments, error);
  if (!error.empty() || !compile_natively(file, executable + ".native", {"-O1"}) ||
      !compile_natively(file, executable + ".tsan", {"-O1", "-fsanitize=thread"})) {
    std::printf("%s: does not compile %s\n", name.c_str(), error.c_str());
    ++n.wrong;
    return;
  }
  for (std::uint64_t k = 0; k < seeds; ++k) {
    const Explored& e = explored[k];
    std::string what;
    if (!e.crash.empty()) what = "the tool died: " + e.crash;
    if (what.empty() && !e.findings.complaints.empty()) what = e.findings.complaints.front();
    if (what.empty() && !e.findings.exhausted) what = "not exhausted";
    const bool racy = !e.findings.races.empty();
    ++n.compared, n.racy += racy;
    for (unsigned r = 0; r < kRuns && what.empty() && !racy; ++r)
      what = excluded(run_natively(executable + ".native", {arguments[k], std::to_string(r)}, 5), e);
    for (unsigned r = 0; r < kSanitizedRuns && what.empty(); ++r) {
      const Native run = run_natively(executable + ".tsan", {arguments[k], std::to_string(r)}, 20);
      const bool reported = run.output.find("ThreadSanitizer: data race") != std::string::npos;
      n.sanitizer += reported;
      if (reported && !racy) what = "ThreadSanitizer finds a race:\n" + run.output;
    }
    if (what.empty()) continue;
    ++n.wrong;
    std::printf("%s seed %lu: %s\n", name.c_str(), first + k, what.c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  if (argc != 2) return std::printf("usage: native_test DIRECTORY\n"), 2;
  fs::create_directories(argv[1]);
  const std::uint64_t seeds = from_environment("HEDDLE_LONG", 0) != 0 ? 900 : 12;
  const std::uint64_t first = from_environment("HEDDLE_NATIVE_SEED", 1);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(HEDDLE_NATIVE_PROGRAMS))
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Count n;
  for (const std::string& file : files)
    program(file, argv[1], first, from_environment("HEDDLE_NATIVE_SEEDS", seeds), n);
  std::printf("%zu programs (%zu racy), %zu reports of ThreadSanitizer, %zu disagreements\n", n.compared, n.racy,
              n.sanitizer, n.wrong);
  return n.wrong == 0 && n.sanitizer > 0 ? 0 : 1;
}
