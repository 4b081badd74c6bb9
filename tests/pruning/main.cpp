// Property-driven pruning against brute force on random programs in which values decide (generator.h), through the
// whole tool: compiled, instrumented, run. A program is racy for one iff it is for the other, and a pair of accesses
// that pruning reports is one that brute force has seen. Where brute force cannot finish, dpor stands in for it.
//
//   pruning_test DIRECTORY            the campaign; sources and what it finds go to the directory
//   pruning_test DIRECTORY NUMBER     this program of the campaign alone: its source and all findings
//
// Odd batches are C++; of four in turn the last two have try-locks. HEDDLE_PRUNING_SEED, HEDDLE_PRUNING_PROGRAMS,
// HEDDLE_LONG=1.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "../environment.h"
#include "../oracle/batch.h"
#include "cli/prepare.h"
#include "generator.h"

namespace heddle::pruning_test {
namespace {

using oracle::BatchRequest;
using oracle::BatchResult;
using oracle::Configuration;
using oracle::Findings;
using oracle::ProgramResult;

constexpr unsigned kBatch = 100;
constexpr Configuration kBruteForce = {"dfs sync", "dfs", Visibility::Sync, "vector-clock", true};
constexpr Configuration kReduced = {"dpor sync", "dpor", Visibility::Sync, "vector-clock", true};
constexpr Configuration kPruning = {"pruning sync", "pruning", Visibility::Sync, "vector-clock"};
constexpr Configuration kAll[] = {kBruteForce, kReduced, kPruning};

struct Totals {
  std::uint64_t programs = 0, large = 0, racy = 0, by_dfs = 0, fewer = 0, more = 0, held = 0, dpor = 0, pruning = 0;
};

// What is wrong; empty: nothing.
std::string judge(const ProgramResult& result, Totals& totals) {
  ++totals.programs;
  if (!result.crash.empty()) return result.crash;
  const auto of = [&](const Configuration& c) {
    const auto it = result.findings.find(c.name);
    return it == result.findings.end() ? Findings{} : it->second;
  };
  const Findings dfs = of(kBruteForce), dpor = of(kReduced), pruning = of(kPruning);
  const Findings& truth = dfs.exhausted ? dfs : dpor;
  if (!truth.exhausted) return ++totals.large, "";
  totals.by_dfs += dfs.exhausted;
  totals.racy += truth.racy();
  totals.held += pruning.checks_held;
  if (!pruning.exhausted && !pruning.racy()) return "not exhausted";
  if (!pruning.complaints.empty()) return pruning.complaints.front();
  if (truth.racy() != pruning.racy())
    return truth.racy() ? "missed every race, such as " + *truth.races.begin()
                        : "invented a race: " + *pruning.races.begin();
  if (!truth.racy()) {
    totals.fewer += pruning.executions < dpor.executions;
    totals.more += pruning.executions > dpor.executions;
    totals.dpor += dpor.executions;
    totals.pruning += pruning.executions;
  }
  return "";
}

std::string source_of(std::uint64_t seed, std::uint64_t first, unsigned programs) {
  const bool cpp = first / kBatch % 2 == 1;
  std::string text = common_text(cpp);
  // A try-lock anywhere makes unlocks visible in all programs of the batch: every other pair is without.
  const bool tries = first / kBatch / 2 % 2 == 1;
  for (unsigned k = 0; k < programs; ++k) text += write_program(seed * 1'000'003 + first + k, k, cpp, tries);
  // The number is read without a library function: one that pruning does not know would keep it from everything.
  text +=
      "int main(int argc, char **argv) {\n  int n = 0;\n"
      "  for (const char *c = argc > 1 ? argv[1] : \"0\"; *c; ++c) n = 10 * n + *c - '0';\n  switch (n) {\n";
  for (unsigned k = 0; k < programs; ++k) text += fmt::format("    case {0}: return program_{0}();\n", k);
  return text + "  }\n  return 99;\n}\n";
}

BatchResult run(const std::string& directory, std::uint64_t seed, std::uint64_t first, unsigned programs) {
  BatchRequest request;
  request.file = fmt::format("{}/batch_{}.{}", directory, programs, first / kBatch % 2 == 1 ? "cpp" : "c");
  std::ofstream(request.file) << source_of(seed, first, programs);
  request.programs = programs;
  request.transitions = 40'000;
  request.configurations = kAll;
  return run_batch(request);
}

bool show(const std::string& directory, std::uint64_t seed, std::uint64_t number) {
  std::printf("%s", source_of(seed, number, 1).c_str());
  const BatchResult done = run(directory, seed, number, 1);
  if (!done.error.empty()) return std::printf("%s\n", done.error.c_str()), false;
  for (const auto& [name, found] : done.programs[0].findings) print(name, found);
  Totals totals;
  const std::string what = judge(done.programs[0], totals);
  return std::printf("%s\n", what.empty() ? "all agree" : what.c_str()), what.empty();
}

bool campaign(const std::string& directory, std::uint64_t seed, std::uint64_t programs) {
  Totals totals;
  unsigned wrong = 0;
  for (std::uint64_t first = 0; first < programs; first += kBatch) {
    const BatchResult done = run(directory, seed, first, kBatch);
    if (!done.error.empty()) return std::printf("batch from %lu: %s\n", first, done.error.c_str()), false;
    for (unsigned k = 0; k < kBatch; ++k)
      if (const std::string what = judge(done.programs[k], totals); !what.empty()) {
        ++wrong;
        std::printf("program %lu: %s\n", first + k, what.c_str());
      }
    std::fflush(stdout);
  }
  std::printf(
      "%lu programs (%lu too large), %lu by brute force, %lu racy; of the others dpor %lu executions, pruning %lu, "
      "fewer in %lu, more in %lu; %lu checks held; %u disagreements\n",
      totals.programs, totals.large, totals.by_dfs, totals.racy, totals.dpor, totals.pruning, totals.fewer, totals.more,
      totals.held, wrong);
  // A campaign in which nothing is pruned, or everything races, has shown little.
  const std::uint64_t compared = totals.programs - totals.large;
  const bool telling = 2 * totals.by_dfs > totals.programs && 5 * totals.racy > compared &&
                       5 * (compared - totals.racy) > compared && 20 * totals.fewer > compared;
  if (!telling) std::printf("the programs are not the mixture that this test is about\n");
  return wrong == 0 && telling;
}

int run(int argc, char** argv) {
  cli::fix_addresses(argv);
  if (argc < 2) return std::printf("usage: %s DIRECTORY [NUMBER]\n", argv[0]), 2;
  std::filesystem::create_directories(argv[1]);
  const std::uint64_t seed = from_environment("HEDDLE_PRUNING_SEED", 1);
  std::printf("HEDDLE_PRUNING_SEED=%lu\n", seed);
  if (argc > 2) return show(argv[1], seed, std::strtoull(argv[2], nullptr, 10)) ? 0 : 1;
  const std::uint64_t otherwise = from_environment("HEDDLE_LONG", 0) != 0 ? 20'000 : 400;
  return campaign(argv[1], seed, from_environment("HEDDLE_PRUNING_PROGRAMS", otherwise)) ? 0 : 1;
}

}  // namespace
}  // namespace heddle::pruning_test

int main(int argc, char** argv) { return heddle::pruning_test::run(argc, argv); }
