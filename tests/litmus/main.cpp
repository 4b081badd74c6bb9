// The litmus test: random programs of atomic operations, fences and plain accesses, the C++ standard by brute force
// (standard.h) against every search, visibility and detector of the tool.
//
//   litmus_test DIRECTORY          the test; sources and what it finds go to the directory
//   litmus_test DIRECTORY NUMBER   this program of the campaign alone: its source, its meaning, all findings
//
// HEDDLE_LITMUS_SEED, _PROGRAMS; HEDDLE_LONG=1: a campaign of 60000 programs. Batches take turns: -std=c++20 and
// -std=c++17 (whose release sequences are longer), atomics of one size or mixed, plain accesses beside or on atomics.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../environment.h"
#include "../oracle/batch.h"
#include "../oracle/program.h"
#include "cli/prepare.h"
#include "generator.h"
#include "standard.h"

namespace litmus {
namespace {

using heddle::from_environment;
using heddle::oracle::BatchRequest;
using heddle::oracle::BatchResult;
using heddle::oracle::Findings;
using heddle::oracle::ProgramResult;

constexpr unsigned kBatch = 100;
constexpr std::size_t kMostInterleavings = 20'000;

// What is known to be wrong in the tool; a test of it would only find that again.
constexpr bool kMixedSizes = true, kOldStandard = true;

// What a batch has in common.
struct Kind {
  Choices choices;
  Rules rules;
  const char* standard;
  explicit Kind(std::uint64_t batch)
      : choices{kMixedSizes && batch % 4 == 1, batch % 4 == 2, true},
        rules{.same_thread_continues = kOldStandard && batch / 4 % 2 == 1},
        standard(rules.same_thread_continues ? "-std=c++17" : "-std=c++20") {}
};

using LinePair = std::pair<unsigned, unsigned>;

LinePair lines_of(const std::string& race) {  // "12:3 write / 15:7 read"
  const std::size_t second = race.find("/ ");
  const LinePair pair{std::strtoul(race.c_str(), nullptr, 10), std::strtoul(race.c_str() + second + 2, nullptr, 10)};
  return std::minmax(pair.first, pair.second);
}

struct Truth {
  std::set<LinePair> races;
  std::set<std::string> finals;
};

Truth truth_of(const Meaning& meaning, const std::vector<std::vector<unsigned>>& lines) {
  Truth truth;
  for (const auto& [a, b] : meaning.races)
    truth.races.insert(std::minmax(lines[a.thread][a.operation], lines[b.thread][b.operation]));
  for (const std::string& output : meaning.outputs) truth.finals.insert("exit 0 " + output);
  return truth;
}

// What is wrong with the findings of one configuration, or nothing. `all_pairs`: it lists every racing pair.
std::string difference(const Truth& truth, const Findings& found, bool all_pairs) {
  if (!found.complaints.empty()) return found.complaints.front();
  if (!found.exhausted) return "not exhausted";
  if (!found.failures.empty()) return "invented a failure: " + *found.failures.begin();
  std::set<LinePair> pairs;
  for (const std::string& race : found.races) pairs.insert(lines_of(race));
  for (const LinePair& pair : pairs)
    if (!truth.races.contains(pair)) return fmt::format("invented a race: {} / {}", pair.first, pair.second);
  for (const LinePair& pair : truth.races)
    if (pairs.empty() || (all_pairs && !pairs.contains(pair)))
      return fmt::format("missed a race: {} / {}", pair.first, pair.second);
  if (!truth.races.empty()) return "";
  for (const std::string& output : truth.finals)
    if (!found.finals.contains(output)) return "missed an outcome: " + output;
  for (const std::string& output : found.finals)
    if (!truth.finals.contains(output)) return "invented an outcome: " + output;
  return "";
}

struct Verdict {
  std::string configuration, what;  // empty: all agree
};

// all_pairs: what lists every racing pair must list those of the truth. Not where plain stores lie between atomic ones
// to the same bytes: whether they end a release sequence matters only to races after the first.
Verdict judge(const Truth& truth, const ProgramResult& result, bool all_pairs) {
  if (!result.crash.empty()) return {"crash", result.crash};
  if (result.findings.empty()) return {"crash", "no result"};
  for (const auto& [name, found] : result.findings)
    if (std::string what = difference(truth, found, all_pairs && name == heddle::oracle::kTruth.name); !what.empty())
      return {name, std::move(what)};
  return {};
}

// Would the tool be caught if it followed the other rule?
bool differs(const Program& program, const Kind& kind, const Meaning& meaning, bool Rules::*rule) {
  Rules other = kind.rules;
  other.*rule = !(other.*rule);
  const std::optional<Meaning> there = meaning_of(program, other, kMostInterleavings);
  return there && there->races.empty() != meaning.races.empty();
}

class Campaign {
 public:
  Campaign(std::string directory, std::uint64_t seed) : directory_(std::move(directory)), seed_(seed) {}

  struct Outcome {
    std::vector<Verdict> verdicts;
    std::vector<Meaning> meanings;
    std::vector<ProgramResult> results;
    std::string error;
  };

  std::vector<Program> batch(std::uint64_t number, const Kind& kind) const {
    std::vector<Program> programs;
    for (std::uint64_t k = 0; k < kBatch; ++k)
      programs.push_back(random_program(seed_ * 1'000'003 + number * kBatch + k, kind.choices));
    return programs;
  }

  // Programs with too many interleavings are replaced by nothing: their verdict is empty and their meaning has none.
  Outcome run(const std::vector<Program>& programs, const Kind& kind, bool every) const {
    Outcome outcome;
    std::vector<Program> taken;
    std::vector<std::size_t> index;
    for (std::size_t k = 0; k < programs.size(); ++k) {
      std::optional<Meaning> meaning = meaning_of(programs[k], kind.rules, kMostInterleavings);
      if (meaning) {
        taken.push_back(programs[k]);
        index.push_back(k);
      }
      outcome.meanings.push_back(meaning ? *std::move(meaning) : Meaning{});
    }
    outcome.verdicts.resize(programs.size());
    outcome.results.resize(programs.size());
    if (taken.empty()) return outcome;
    const Source source = write_batch(taken, heddle::oracle::kHandlePage);
    BatchRequest request;
    request.file = directory_ + "/batch.cpp";
    request.flags = {kind.standard};
    request.programs = static_cast<unsigned>(taken.size());
    request.every_configuration = every;
    request.transitions = 10'000'000;
    std::ofstream(request.file) << source.text;
    BatchResult done = run_batch(request);
    outcome.error = done.error;
    for (std::size_t i = 0; i < taken.size() && done.error.empty(); ++i) {
      const Truth truth = truth_of(outcome.meanings[index[i]], source.lines[i]);
      outcome.verdicts[index[i]] = judge(truth, done.programs[i], !kind.choices.mixed_access);
      outcome.results[index[i]] = std::move(done.programs[i]);
    }
    return outcome;
  }

  // Leaves out one part after the other as long as the same configuration disagrees in the same way.
  Program shrink(Program program, const Kind& kind, Verdict& about) const {
    while (true) {
      const std::vector<Program> candidates = smaller_versions(program);
      const Outcome outcome = run(candidates, kind, true);
      std::size_t k = 0;
      const auto way = [](const std::string& what) { return what.substr(0, what.find(':')); };
      while (k < candidates.size() && (outcome.verdicts[k].configuration != about.configuration ||
                                       way(outcome.verdicts[k].what) != way(about.what)))
        ++k;
      if (k == candidates.size()) return program;
      about = outcome.verdicts[k];
      program = candidates[k];
    }
  }

  bool test(std::uint64_t programs) {
    std::size_t sequences = 0, fences = 0, standards = 0;
    std::size_t seen = 0, skipped = 0, racy = 0, wrong = 0, interleavings = 0;
    for (std::uint64_t number = 0; number * kBatch < programs; ++number) {
      const Kind kind(number);
      const std::vector<Program> all = batch(number, kind);
      const Outcome outcome = run(all, kind, false);
      if (!outcome.error.empty()) return std::printf("batch %lu: %s\n", number, outcome.error.c_str()), false;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const Meaning& meaning = outcome.meanings[k];
        ++seen;
        skipped += meaning.interleavings == 0;
        racy += !meaning.races.empty();
        interleavings += meaning.interleavings;
        sequences += differs(all[k], kind, meaning, &Rules::no_sequences);
        fences += differs(all[k], kind, meaning, &Rules::no_fences);
        standards += differs(all[k], kind, meaning, &Rules::same_thread_continues);
        if (outcome.verdicts[k].what.empty()) continue;
        if (++wrong <= 5)
          report(number * kBatch + k, all[k], kind, outcome.verdicts[k]);
        else
          std::printf("program %lu, %s: %s\n", number * kBatch + k, outcome.verdicts[k].configuration.c_str(),
                      outcome.verdicts[k].what.c_str());
      }
    }
    std::printf("%zu programs (%zu racy, %zu too large), %zu interleavings, %zu disagreements\n", seen, racy, skipped,
                interleavings, wrong);
    std::printf("races that depend on release sequences in %zu programs, on fences in %zu, on the standard in %zu\n",
                sequences, fences, standards);
    const bool telling = std::min({sequences, fences, standards}) * 200 >= seen && skipped * 10 <= seen &&
                         racy * 5 >= seen && (seen - racy) * 5 >= seen;
    if (!telling) std::printf("the programs are not the mixture that this test is about\n");
    return wrong == 0 && telling;
  }

  bool show(std::uint64_t number) const {
    const Kind kind(number / kBatch);
    const Program program = batch(number / kBatch, kind)[number % kBatch];
    const Outcome outcome = run({program}, kind, true);
    std::printf("// %s\n%s", kind.standard, write_single(program).c_str());
    for (const auto& [a, b] : outcome.meanings[0].races)
      std::printf("race: thread %u operation %u, thread %u operation %u\n", a.thread, a.operation, b.thread,
                  b.operation);
    std::printf("%zu outcomes, %zu interleavings\n", outcome.meanings[0].outputs.size(),
                outcome.meanings[0].interleavings);
    for (const auto& [name, found] : outcome.results[0].findings) {
      std::printf("%s: %lu executions\n", name.c_str(), found.executions);
      for (const std::string& race : found.races) std::printf("  %s\n", race.c_str());
    }
    const Verdict& v = outcome.verdicts[0];
    std::printf("%s: %s\n", v.configuration.c_str(), v.what.empty() ? "all agree" : v.what.c_str());
    return v.what.empty();
  }

 private:
  void report(std::uint64_t number, const Program& program, const Kind& kind, Verdict verdict) const {
    const Program smaller = shrink(program, kind, verdict);
    const std::string text =
        fmt::format("// {} {}: {}\n{}", kind.standard, verdict.configuration, verdict.what, write_single(smaller));
    std::printf("\nprogram %lu\n%s\n", number, text.c_str());
    std::fflush(stdout);
    std::ofstream(fmt::format("{}/disagreement_{}_{}.cpp", directory_, seed_, number)) << text;
  }

  const std::string directory_;
  const std::uint64_t seed_;
};

int run(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: litmus_test DIRECTORY [NUMBER]\n"), 2;
  std::filesystem::create_directories(argv[1]);
  const std::uint64_t seed = from_environment("HEDDLE_LITMUS_SEED", 1);
  std::printf("HEDDLE_LITMUS_SEED=%lu\n", seed);
  Campaign campaign(argv[1], seed);
  if (argc > 2) return campaign.show(std::strtoull(argv[2], nullptr, 10)) ? 0 : 1;
  const std::uint64_t otherwise = from_environment("HEDDLE_LONG", 0) != 0 ? 60'000 : 800;
  return campaign.test(from_environment("HEDDLE_LITMUS_PROGRAMS", otherwise)) ? 0 : 1;
}

}  // namespace
}  // namespace litmus

int main(int argc, char** argv) {
  heddle::cli::fix_addresses(argv);
  return litmus::run(argc, argv);
}
