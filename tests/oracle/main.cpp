// The oracle test: brute force (dfs, every access visible, happens-before by definition) against every search,
// visibility and exact detector, on random programs and on the programs that once disagreed (tests/regressions).
//
//   oracle_test DIRECTORY          the test; sources and what it finds go to the directory
//   oracle_test DIRECTORY FILE...  every configuration on these programs, with all that they found
//
// HEDDLE_ORACLE_SEED, _PROGRAMS, _JOBS, _SHRINKS (how many disagreements each job shrinks); HEDDLE_LONG=1: a campaign
// of 60000 programs.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "../environment.h"
#include "campaign.h"
#include "cli/prepare.h"

namespace heddle::oracle {
namespace {

// The kinds of bugs after "// expect:" in the file's first lines; "verified" is none of them.
std::set<std::string> expected_kinds(const std::string& file) {
  std::set<std::string> kinds;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (const std::size_t at = line.find("expect: "); at != std::string::npos)
      kinds.insert(line.substr(at + 8, line.find(' ', at + 8) - at - 8));
  return kinds;
}

// What the truth says, in the same words.
std::set<std::string> kinds_of(const Findings& truth) {
  std::set<std::string> kinds;
  for (const std::string& failure : truth.failures) kinds.insert(failure.substr(0, failure.find(' ')));
  if (truth.racy()) kinds = {"race"};  // says nothing beyond that
  if (kinds.empty()) kinds.insert("verified");
  return kinds;
}

bool run_file(const std::string& file, bool talk) {
  BatchRequest request;
  request.file = file;
  request.every_configuration = true;
  request.transitions = 2'000'000;
  const BatchResult done = run_batch(request);
  if (!done.error.empty()) return std::printf("%s: %s\n", file.c_str(), done.error.c_str()), false;
  const ProgramResult& result = done.programs[0];
  auto [configuration, what] = result.disagreement(false);
  if (what.empty() && !result.comparable()) what = "too large for brute force";
  if (what.empty() && kinds_of(result.truth()) != expected_kinds(file))
    what = fmt::format("expected: {}", fmt::join(expected_kinds(file), ", "));
  if (talk || !what.empty()) {
    std::printf("%s: %s %s\n", file.c_str(), configuration.c_str(), what.c_str());
    if (!result.crash.empty()) std::printf("  crash: %s\n", result.crash.c_str());
    for (const auto& [name, found] : result.findings) print(name, found);
  }
  return what.empty();
}

bool run_regressions() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_REGRESSIONS))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::size_t failed = 0;
  for (const std::string& file : files) failed += !run_file(file, false);
  std::printf("%zu of %zu programs of the regression corpus agree\n", files.size() - failed, files.size());
  return failed == 0;
}

bool run_random(const std::string& directory) {
  CampaignRequest request;
  request.directory = directory;
  request.seed = from_environment("HEDDLE_ORACLE_SEED", 1);
  request.programs = from_environment("HEDDLE_ORACLE_PROGRAMS", from_environment("HEDDLE_LONG", 0) != 0 ? 60'000 : 500);
  request.jobs = static_cast<unsigned>(
      from_environment("HEDDLE_ORACLE_JOBS", static_cast<std::uint64_t>(sysconf(_SC_NPROCESSORS_ONLN))));
  request.shrinks = static_cast<unsigned>(from_environment("HEDDLE_ORACLE_SHRINKS", request.shrinks));
  std::printf("HEDDLE_ORACLE_SEED=%llu\n", static_cast<unsigned long long>(request.seed));
  std::fflush(stdout);
  const CampaignResult result = run_campaign(request);
  for (const Disagreement& d : result.disagreements)
    std::printf("\nprogram %llu, configuration %s: %s\n%s\n", static_cast<unsigned long long>(d.program),
                d.configuration.c_str(), d.what.c_str(), d.source.c_str());
  for (const std::string& error : result.errors) std::printf("error: %s\n", error.c_str());
  const Statistics& s = result.statistics;
  std::printf("%s%zu disagreements\n", s.text().c_str(), result.disagreements.size());
  // A campaign that compared little has shown little.
  const bool telling = s.skipped * 10 <= s.programs && s.race_free * 4 >= s.programs && s.programs == request.programs;
  if (!telling) std::printf("the programs are not the mixture that this test is about\n");
  return result.disagreements.empty() && result.errors.empty() && telling;
}

int run(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: oracle_test DIRECTORY [FILE...]\n"), 2;
  std::filesystem::create_directories(argv[1]);
  bool good = true;
  for (int i = 2; i < argc; ++i) good &= run_file(argv[i], true);
  if (argc > 2) return good ? 0 : 1;
  good = run_regressions();
  return run_random(argv[1]) && good ? 0 : 1;
}

}  // namespace
}  // namespace heddle::oracle

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  return heddle::oracle::run(argc, argv);
}
