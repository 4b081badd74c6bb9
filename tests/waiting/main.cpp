// The test of waiting: random programs whose threads go round loops and wait for each other, all their states
// (states.h) against the searches of the tool. A search that says it has covered everything must have found exactly the
// assertions that can fail, the final values, and whether the program can get stuck; one that does not say so may have
// found less, but nothing else.
//
//   waiting_test DIRECTORY          the test; sources and what it finds go to the directory
//   waiting_test DIRECTORY NUMBER   this program of the campaign alone: its source, its meaning, all findings
//
// HEDDLE_WAITING_SEED, _PROGRAMS; HEDDLE_LONG=1: a campaign of 40000 programs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>

#include "../environment.h"
#include "../oracle/batch.h"
#include "../oracle/program.h"
#include "cli/prepare.h"
#include "program.h"
#include "states.h"

namespace waiting {
namespace {

using heddle::Visibility;
using heddle::from_environment;
using heddle::oracle::BatchRequest;
using heddle::oracle::BatchResult;
using heddle::oracle::Configuration;
using heddle::oracle::Findings;
using heddle::oracle::ProgramResult;

constexpr unsigned kBatch = 100;
constexpr std::size_t kMostStates = 100'000;
constexpr std::uint64_t kMostTransitions = 20'000;  // of one search
constexpr Configuration kSearches[] = {
    {"dpor", "dpor", Visibility::Sync, "vector-clock"},
    {"dfs", "dfs", Visibility::Sync, "vector-clock"},
    {"optimal", "optimal", Visibility::Sync, "vector-clock"},
    {"selective", "selective", Visibility::Sync, "vector-clock", false, false, 4},
    {"composed", "composed", Visibility::Sync, "vector-clock", false, false, 4},
    {"invisible-first", "invisible-first", Visibility::Sync, "vector-clock", false, false, 4},
    {"dpor no-sleep", "dpor", Visibility::Sync, "vector-clock", false, true, 4},
};

bool is_assertion(const std::string& failure) { return failure.starts_with("assertion"); }
unsigned line_of(const std::string& failure) {  // "assertion main/1 at 12:3: ..."
  const std::size_t at = failure.find(" at ");
  return at == std::string::npos ? 0 : static_cast<unsigned>(std::strtoul(failure.c_str() + at + 4, nullptr, 10));
}

// What is wrong with the findings, or nothing.
std::string difference(const Meaning& truth, const std::vector<unsigned>& lines, const Findings& found) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.races.empty()) return "invented a race: " + *found.races.begin();
  std::set<unsigned> can_fail, failed;
  for (const unsigned k : truth.failing) can_fail.insert(lines[k]);
  bool stuck = false;
  for (const std::string& failure : found.failures) {
    if (is_assertion(failure))
      failed.insert(line_of(failure));
    else if (failure.starts_with("livelock") || failure.starts_with("deadlock"))
      stuck = true;
    else
      return "invented a failure: " + failure;
  }
  for (const unsigned line : failed)
    if (!can_fail.contains(line)) return fmt::format("invented an assertion: line {}", line);
  if (stuck && !truth.stuck) return "invented a livelock: " + *found.failures.rbegin();
  for (const std::string& output : found.finals)
    if (!output.starts_with("exit 0 ") || !truth.outputs.contains(output.substr(7, output.size() - 8)))
      return "invented an outcome: " + output;
  if (!found.exhausted) return "";
  for (const unsigned line : can_fail)
    if (!failed.contains(line)) return fmt::format("missed an assertion: line {}", line);
  if (truth.stuck && !stuck) return "missed a livelock";
  for (const std::string& output : truth.outputs)
    if (!found.finals.contains("exit 0 " + output + "\n")) return "missed an outcome: " + output;
  return "";
}

struct Verdict {
  std::string configuration, what;  // empty: all agree
};

class Campaign {
 public:
  Campaign(std::string directory, std::uint64_t seed) : directory_(std::move(directory)), seed_(seed) {}

  struct Outcome {
    std::vector<Verdict> verdicts;
    std::vector<std::optional<Meaning>> meanings;  // nothing: too large, was not run
    std::vector<ProgramResult> results;
    std::string error;
  };

  std::vector<Program> batch(std::uint64_t number) const {
    std::vector<Program> programs;
    for (std::uint64_t k = 0; k < kBatch; ++k)
      programs.push_back(random_program(seed_ * 1'000'003 + number * kBatch + k));
    return programs;
  }

  Outcome run(const std::vector<Program>& programs, bool every, const std::string& only = "") const {
    Outcome outcome;
    outcome.verdicts.resize(programs.size());
    outcome.results.resize(programs.size());
    std::vector<Program> taken;
    std::vector<std::size_t> index;
    for (std::size_t k = 0; k < programs.size(); ++k) {
      outcome.meanings.push_back(meaning_of(programs[k], kMostStates));
      if (!outcome.meanings.back()) continue;
      taken.push_back(programs[k]);
      index.push_back(k);
    }
    if (taken.empty()) return outcome;
    const Source source = write_batch(taken, heddle::oracle::kHandlePage);
    BatchRequest request;
    request.file = directory_ + "/batch.c";
    request.programs = static_cast<unsigned>(taken.size());
    request.every_configuration = every;
    request.transitions = kMostTransitions;
    std::span<const Configuration> searches = kSearches;
    for (std::size_t i = 0; i < searches.size(); ++i)
      if (searches[i].name == only) searches = std::span(kSearches).subspan(i, 1);
    request.configurations = searches;
    std::ofstream(request.file) << source.text;
    BatchResult done = run_batch(request);
    outcome.error = done.error;
    for (std::size_t i = 0; i < taken.size() && done.error.empty(); ++i) {
      outcome.verdicts[index[i]] = judge(*outcome.meanings[index[i]], source.lines[i], done.programs[i]);
      outcome.results[index[i]] = std::move(done.programs[i]);
    }
    return outcome;
  }

  // Leaves out one part after the other as long as the same configuration disagrees in the same way.
  Program shrink(Program program, Verdict& about) const {
    const auto way = [](const std::string& what) { return what.substr(0, what.find(':')); };
    while (true) {
      const std::vector<Program> candidates = smaller_versions(program);
      const Outcome outcome = run(candidates, true, about.configuration);
      std::size_t k = 0;
      while (k < candidates.size() && (outcome.verdicts[k].configuration != about.configuration ||
                                       way(outcome.verdicts[k].what) != way(about.what)))
        ++k;
      if (k == candidates.size()) return program;
      about = outcome.verdicts[k];
      program = candidates[k];
    }
  }

  bool test(std::uint64_t programs) {
    std::size_t seen = 0, failing = 0, stuck = 0, large = 0, decided = 0, wrong = 0;
    for (std::uint64_t number = 0; number * kBatch < programs; ++number) {
      const std::vector<Program> all = batch(number);
      const Outcome outcome = run(all, false);
      if (!outcome.error.empty()) return std::printf("batch %lu: %s\n", number, outcome.error.c_str()), false;
      for (std::size_t k = 0; k < all.size(); ++k) {
        ++seen;
        large += !outcome.meanings[k];
        if (!outcome.meanings[k]) continue;
        failing += !outcome.meanings[k]->failing.empty();
        stuck += outcome.meanings[k]->stuck;
        const auto dpor = outcome.results[k].findings.find("dpor");
        decided += dpor != outcome.results[k].findings.end() && dpor->second.exhausted;
        if (outcome.verdicts[k].what.empty()) continue;
        if (++wrong <= 5)
          report(number * kBatch + k, all[k], outcome.verdicts[k]);
        else
          std::printf("program %lu, %s: %s\n", number * kBatch + k, outcome.verdicts[k].configuration.c_str(),
                      outcome.verdicts[k].what.c_str());
      }
    }
    std::printf("%zu programs (%zu can fail, %zu can get stuck, %zu too large), %zu covered by dpor, %zu disagreements\n",
                seen, failing, stuck, large, decided, wrong);
    const bool telling = failing * 10 >= seen && stuck * 10 >= seen && decided * 2 >= seen;
    if (!telling) std::printf("the programs are not the mixture that this test is about\n");
    return wrong == 0 && telling;
  }

  bool show(std::uint64_t number) const {
    const Program program = batch(number / kBatch)[number % kBatch];
    const Outcome outcome = run({program}, true);
    std::printf("%s", write_single(program).c_str());
    if (!outcome.meanings[0]) return std::printf("too large\n"), true;
    const Meaning& m = *outcome.meanings[0];
    std::printf("%zu states, %zu assertions fail, %zu outcomes%s\n", m.states, m.failing.size(), m.outputs.size(),
                m.stuck ? ", can get stuck" : "");
    for (const auto& [name, found] : outcome.results[0].findings) {
      std::printf("%s: %lu executions%s\n", name.c_str(), found.executions, found.exhausted ? "" : ", not all");
      for (const std::string& limit : found.limits) std::printf("  %s\n", limit.c_str());
      for (const std::string& failure : found.failures) std::printf("  %s\n", failure.c_str());
    }
    const Verdict& v = outcome.verdicts[0];
    std::printf("%s: %s\n", v.configuration.c_str(), v.what.empty() ? "all agree" : v.what.c_str());
    return v.what.empty();
  }

 private:
  static Verdict judge(const Meaning& truth, const std::vector<unsigned>& lines, const ProgramResult& result) {
    if (!result.crash.empty()) return {"crash", result.crash};
    if (result.findings.empty()) return {"crash", "no result"};
    for (const auto& [name, found] : result.findings)
      if (std::string what = difference(truth, lines, found); !what.empty()) return {name, std::move(what)};
    return {};
  }

  void report(std::uint64_t number, const Program& program, Verdict verdict) const {
    const Program smaller = shrink(program, verdict);
    const std::string text = fmt::format("// {}: {}\n{}", verdict.configuration, verdict.what, write_single(smaller));
    std::printf("\nprogram %lu\n%s\n", number, text.c_str());
    std::fflush(stdout);
    std::ofstream(fmt::format("{}/disagreement_{}_{}.c", directory_, seed_, number)) << text;
  }

  const std::string directory_;
  const std::uint64_t seed_;
};

int run(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: waiting_test DIRECTORY [NUMBER]\n"), 2;
  std::filesystem::create_directories(argv[1]);
  const std::uint64_t seed = from_environment("HEDDLE_WAITING_SEED", 1);
  std::printf("HEDDLE_WAITING_SEED=%lu\n", seed);
  Campaign campaign(argv[1], seed);
  if (argc > 2) return campaign.show(std::strtoull(argv[2], nullptr, 10)) ? 0 : 1;
  const std::uint64_t otherwise = from_environment("HEDDLE_LONG", 0) != 0 ? 40'000 : 400;
  return campaign.test(from_environment("HEDDLE_WAITING_PROGRAMS", otherwise)) ? 0 : 1;
}

}  // namespace
}  // namespace waiting

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  return waiting::run(argc, argv);
}
