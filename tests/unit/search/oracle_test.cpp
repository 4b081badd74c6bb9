// Brute force against reduction on thousands of random programs: dpor has to reach the same final states, deadlocks and
// failed assertions as dfs, and to call a program racy iff dfs does. HEDDLE_TOY_PROGRAMS and HEDDLE_TOY_SEED make a
// longer or another campaign.
#include <gtest/gtest.h>

#include <cstdlib>

#include "compare.h"
#include "generator.h"

namespace heddle::toy {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// What differs, or nothing.
std::string difference(const Findings& truth, const Findings& other) {
  if (truth.racy != other.racy) return truth.racy ? "missed a race" : "invented a race";
  if (truth.racy) return "";  // a racy program has no meaning beyond that
  if (truth.failures != other.failures) {
    for (const std::string& s : truth.failures)
      if (!other.failures.contains(s)) return "missed: " + s;
    return "invented a failure";
  }
  for (const std::string& s : truth.finals)
    if (!other.finals.contains(s)) return "missed the final state" + s;
  return truth.finals == other.finals ? "" : "invented a final state";
}

struct Comparison {
  bool comparable = false;  // brute force could finish
  std::string difference;
  Findings truth, found;
};

Comparison compare(const Program& program, Way way, bool reports_silent) {
  Comparison c;
  Setting setting;
  setting.options.bounds.transitions = 30'000;
  setting.options.keep_going = true;
  c.truth = explore(program, Way::Dfs, setting);
  c.comparable = c.truth.outcome.exhausted;
  if (!c.comparable) return c;
  setting.options.bounds.transitions = 10'000'000;
  setting.reports_silent = reports_silent;
  c.found = explore(program, way, setting);
  c.difference = c.found.outcome.exhausted ? difference(c.truth, c.found) : "not exhausted";
  return c;
}

// Leaves out one instruction after the other as long as the difference stays.
Program shrink(Program program, Way way, bool reports_silent) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t t = 0; t < program.threads.size() && !smaller; ++t) {
      for (std::size_t i = 0; i < program.threads[t].size() && !smaller; ++i) {
        Program candidate = program;
        candidate.threads[t].erase(candidate.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
        if (compare(candidate, way, reports_silent).difference.empty()) continue;
        program = candidate;
        smaller = true;
      }
    }
  }
  return program;
}

struct Campaign {
  Way way;
  bool reports_silent;
  std::uint64_t programs;
};

void run(const Campaign& campaign) {
  const std::uint64_t seed = from_environment("HEDDLE_TOY_SEED", 1);
  const std::uint64_t programs = from_environment("HEDDLE_TOY_PROGRAMS", campaign.programs);
  std::uint64_t compared = 0, dfs_executions = 0, executions = 0, blocked = 0, racy = 0, failing = 0;
  for (std::uint64_t i = 0; i < programs; ++i) {
    const Program program = Generator(seed * 1'000'003 + i).program();
    const Comparison c = compare(program, campaign.way, campaign.reports_silent);
    if (!c.comparable) continue;
    if (!c.difference.empty()) {
      const Program small = shrink(program, campaign.way, campaign.reports_silent);
      FAIL() << "program " << i << ": " << compare(small, campaign.way, campaign.reports_silent).difference << "\n"
             << small.text();
    }
    ++compared;
    racy += c.truth.racy;
    failing += !c.truth.failures.empty();
    dfs_executions += c.truth.outcome.stats.executions;
    executions += c.found.outcome.stats.executions;
    blocked += c.found.outcome.stats.blocked;
  }
  std::printf("%lu programs (%lu racy, %lu failing): dfs %lu executions, reduced to %lu and %lu blocked\n",
              static_cast<unsigned long>(compared), static_cast<unsigned long>(racy),
              static_cast<unsigned long>(failing), static_cast<unsigned long>(dfs_executions),
              static_cast<unsigned long>(executions), static_cast<unsigned long>(blocked));
  EXPECT_GT(compared, programs / 2);
}

TEST(Oracle, DporFindsWhatBruteForceFinds) { run({Way::Dpor, true, 2000}); }
TEST(Oracle, OptimalFindsWhatBruteForceFinds) { run({Way::Optimal, true, 2000}); }
TEST(Oracle, DporAsPublishedFindsWhatBruteForceFinds) { run({Way::DporNoSleep, true, 500}); }
TEST(Oracle, SelectiveFindsWhatBruteForceFinds) { run({Way::Selective, true, 2000}); }

}  // namespace
}  // namespace heddle::toy
