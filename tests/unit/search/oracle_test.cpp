// Brute force against reduction on thousands of random programs: a reduction has to reach the same final states,
// deadlocks and failed assertions as dfs, and to call a program racy iff dfs does. HEDDLE_TOY_PROGRAMS and
// HEDDLE_TOY_SEED make a longer or another campaign.
#include <gtest/gtest.h>

#include "../../environment.h"
#include "compare.h"
#include "generator.h"

namespace heddle::toy {
namespace {

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

struct Campaign {
  std::vector<Way> ways;
  std::uint64_t programs;
  Program (Generator::*programs_of)() = &Generator::program;
  bool races_happen = false;  // no detector, and brute force sees every access: what races do counts, too
  bool all_visible = false;   // to the reduction as well
  bool knows_scripts = true;
  bool keeps_history = true;
  Deepening deepening = {};
  unsigned order = 0;  // of best-first, another one for each program: a bit for each heuristic, one for --shortest
};

struct Comparison {
  bool comparable = false;  // brute force could finish
  std::string difference;
  Findings truth;
  std::vector<Statistics> found;  // by way
  bool replaced = false;          // a search gave up and began again as another one
};

// Otherwise the process may end before an invisible access that a thread has behind it in a reduced system.
bool waits_for_all(const Program& program) {
  std::size_t joins = 0;
  for (const Script& script : program.threads)
    for (const Instruction& i : script) {
      joins += i.code == Code::Join;
      if (i.code == Code::Exit) return false;
    }
  return joins + 1 == program.threads.size();
}

void keep_common(std::set<std::string>& states, const std::set<std::string>& others) {
  std::erase_if(states, [&](const std::string& state) { return !others.contains(state); });
}

Comparison compare(const Program& program, const Campaign& campaign) {
  Comparison c;
  Setting setting;
  setting.detects_races = !campaign.races_happen;
  setting.visible_cells = campaign.races_happen ? ~0u : 0;
  setting.options.bounds.transitions = campaign.races_happen ? 10'000 : 30'000;
  setting.options.keep_going = true;
  setting.keeps_history = campaign.keeps_history;
  c.truth = explore(program, Way::Dfs, setting);
  c.comparable = c.truth.outcome.exhausted && (!campaign.races_happen || campaign.all_visible || waits_for_all(program));
  if (!c.comparable) return c;
  setting.options.bounds.transitions = 10'000'000;
  setting.knows_scripts = campaign.knows_scripts;
  if (!campaign.all_visible) setting.visible_cells = 0;
  setting.deepening = campaign.deepening;
  setting.options.heuristics = heuristics_of(campaign.order);
  setting.options.shortest = (campaign.order & 16) != 0;
  for (const Way way : campaign.ways) {
    Findings found = explore(program, way, setting);
    // With more scheduling points the process may end before an access that brute force has in the step before.
    if (way == Way::InvisibleFirst && !waits_for_all(program)) keep_common(found.finals, c.truth.finals);
    c.difference = found.outcome.exhausted ? difference(c.truth, found) : "not exhausted";
    c.found.push_back(found.outcome.stats);
    c.replaced |= way == Way::Optimal && found.outcome.used_search != "optimal";
    if (!c.difference.empty()) break;
  }
  return c;
}

// Leaves out one instruction after the other as long as the difference stays.
Program shrink(Program program, const Campaign& campaign) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t t = 0; t < program.threads.size() && !smaller; ++t) {
      for (std::size_t i = 0; i < program.threads[t].size() && !smaller; ++i) {
        Program candidate = program;
        candidate.threads[t].erase(candidate.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
        if (compare(candidate, campaign).difference.empty()) continue;
        program = candidate;
        smaller = true;
      }
    }
  }
  return program;
}

// Returns how many executions each way needed.
std::vector<std::uint64_t> run(Campaign campaign) {
  const std::uint64_t seed = from_environment("HEDDLE_TOY_SEED", 1);
  const std::uint64_t programs = campaign_size(campaign.programs);
  std::uint64_t compared = 0, dfs_executions = 0, racy = 0, failing = 0, replaced = 0;
  std::vector<std::uint64_t> executions(campaign.ways.size());
  for (std::uint64_t i = 0; i < programs; ++i) {
    Generator generator(seed * 1'000'003 + i);
    const Program program = (generator.*campaign.programs_of)();
    campaign.order = static_cast<unsigned>(i % 32);
    const Comparison c = compare(program, campaign);
    if (!c.comparable) continue;
    if (!c.difference.empty()) {
      const Program small = shrink(program, campaign);
      const Comparison again = compare(small, campaign);
      ADD_FAILURE() << "program " << i << ", way " << static_cast<int>(campaign.ways[again.found.size() - 1]) << ": "
                    << again.difference << "\n"
                    << small.text();
      return executions;
    }
    ++compared;
    racy += c.truth.racy;
    failing += !c.truth.failures.empty();
    replaced += c.replaced;
    dfs_executions += c.truth.outcome.stats.executions;
    for (std::size_t way = 0; way < executions.size(); ++way) executions[way] += c.found[way].executions;
  }
  std::printf("%lu programs (%lu racy, %lu failing): dfs %lu executions, reduced to",
              static_cast<unsigned long>(compared), static_cast<unsigned long>(racy),
              static_cast<unsigned long>(failing), static_cast<unsigned long>(dfs_executions));
  for (const std::uint64_t n : executions) std::printf(" %lu", static_cast<unsigned long>(n));
  std::printf("\n");
  EXPECT_GT(compared, programs / 6) << "most programs are too large for brute force";
  EXPECT_LT(replaced, compared / 2) << "a search that leaves its work to another one is not tested";
  return executions;
}

TEST(Oracle, DporFindsWhatBruteForceFinds) { run({{Way::Dpor}, 2000}); }
TEST(Oracle, OptimalFindsWhatBruteForceFinds) { run({{Way::Optimal}, 2000}); }
constexpr auto kLifetimes = &Generator::lifetime_program;
TEST(Oracle, DporWithEndsOfObjects) { run({.ways = {Way::Dpor}, .programs = 2000, .programs_of = kLifetimes}); }
TEST(Oracle, OptimalWithEndsOfObjects) { run({.ways = {Way::Optimal}, .programs = 2000, .programs_of = kLifetimes}); }
TEST(Oracle, LockReductionsWithEndsOfObjects) {
  run({.ways = {Way::Selective, Way::InvisibleFirst, Way::Composed}, .programs = 1000, .programs_of = kLifetimes});
}
TEST(Oracle, EndsOfObjectsWhereRacesHappen) {
  run({.ways = {Way::Dpor, Way::Optimal, Way::Selective},
       .programs = 1000,
       .programs_of = kLifetimes,
       .races_happen = true,
       .all_visible = true});
}
TEST(Oracle, DporAsPublishedFindsWhatBruteForceFinds) { run({{Way::DporNoSleep}, 500}); }
TEST(Oracle, LockReductionsFindWhatBruteForceFinds) {
  run({{Way::Selective, Way::InvisibleFirst, Way::Composed}, 2000});
}
TEST(Oracle, SelectiveWithoutKnowledgeFindsWhatBruteForceFinds) {
  run({.ways = {Way::Selective}, .programs = 500, .knows_scripts = false});
}
TEST(Oracle, CriticalSections) {
  const auto executions =
      run({.ways = {Way::Selective, Way::InvisibleFirst, Way::Composed}, .programs = 2000, .programs_of = &Generator::lock_program});
  EXPECT_LT(executions[2], executions[0]) << "net effects make a difference";
}
TEST(Oracle, IterativeDeepening) {
  run({.ways = {Way::InvisibleFirst}, .programs = 300, .deepening = {.endless = 3, .shallow = 2}});
}
TEST(Oracle, InvisibleFirstCoversWhatRacesDo) {
  run({.ways = {Way::InvisibleFirst}, .programs = 1000, .programs_of = &Generator::lock_program, .races_happen = true});
  run({.ways = {Way::InvisibleFirst}, .programs = 500, .races_happen = true});
}

TEST(Oracle, StatefulFindsWhatBruteForceFinds) {
  run({.ways = {Way::Stateful, Way::Dpor}, .programs = 2000, .keeps_history = false});
  run({.ways = {Way::Stateful}, .programs = 500});
}
TEST(Oracle, StatefulWithEndsOfObjects) {
  run({.ways = {Way::Stateful}, .programs = 1000, .programs_of = kLifetimes, .keeps_history = false});
}
TEST(Oracle, StatefulWithCriticalSections) {
  run({.ways = {Way::Stateful, Way::Dpor},
       .programs = 2000,
       .programs_of = &Generator::lock_program,
       .keeps_history = false});
}
TEST(Oracle, StatefulWhereRacesHappen) {
  run({.ways = {Way::Stateful, Way::Dpor},
       .programs = 1000,
       .races_happen = true,
       .all_visible = true,
       .keeps_history = false});
}

TEST(Oracle, BestFirstFindsWhatBruteForceFinds) {
  run({.ways = {Way::BestFirst}, .programs = 1000, .keeps_history = false});
  run({.ways = {Way::BestFirst}, .programs = 500});
}
TEST(Oracle, BestFirstWithEndsOfObjects) {
  run({.ways = {Way::BestFirst}, .programs = 500, .programs_of = kLifetimes, .keeps_history = false});
}
TEST(Oracle, BestFirstWithCriticalSections) {
  run({.ways = {Way::BestFirst}, .programs = 500, .programs_of = &Generator::lock_program, .keeps_history = false});
}
TEST(Oracle, BestFirstWhereRacesHappen) {
  run({.ways = {Way::BestFirst}, .programs = 500, .races_happen = true, .all_visible = true, .keeps_history = false});
}

}  // namespace
}  // namespace heddle::toy
