// Property-driven pruning against brute force: a program is called racy iff dfs calls it so. What a plausible check of
// the sub-space gets wrong is in the programs below the campaigns.
#include <gtest/gtest.h>

#include "../../environment.h"
#include "compare.h"
#include "generator.h"

namespace heddle::toy {
namespace {

struct Totals {
  std::uint64_t compared = 0, racy = 0, dpor = 0, pruning = 0, checks = 0, held = 0;
  std::uint64_t inert = 0, inert_racy = 0;  // programs with inert locks
  std::uint64_t first = 0;                  // executions where these are left out
};

// False: brute force could not finish.
bool compare(const Program& program, bool knows_flows, Totals& totals) {
  Setting setting;
  setting.options.bounds.transitions = 30'000;
  setting.options.keep_going = true;
  setting.stop_after = 0;
  const Findings truth = explore(program, Way::Dfs, setting);
  if (!truth.outcome.exhausted && !truth.racy) return false;
  setting.options.bounds.transitions = 10'000'000;
  setting.knows_flows = knows_flows;
  const Findings pruned = explore(program, Way::Pruning, setting);
  EXPECT_TRUE(pruned.outcome.exhausted) << program.text();
  EXPECT_EQ(truth.racy, pruned.racy) << program.text();
  // The locks that decide nothing are left out only where the first bug is enough.
  setting.options.keep_going = false;
  const Findings first = explore(program, Way::Pruning, setting);
  setting.options.keep_going = true;
  EXPECT_TRUE(first.outcome.exhausted) << program.text();
  EXPECT_EQ(truth.racy, first.racy) << program.text();
  totals.inert += first.inert_locks > 0;
  totals.inert_racy += first.inert_locks > 0 && truth.racy;
  const Findings dpor = explore(program, Way::Dpor, setting);
  ++totals.compared;
  totals.racy += truth.racy;
  if (!truth.racy) {
    totals.dpor += dpor.outcome.stats.executions;
    totals.pruning += pruned.outcome.stats.executions;
    totals.first += first.outcome.stats.executions;
  }
  totals.checks += pruned.outcome.stats.checks;
  totals.held += pruned.outcome.stats.checks_held;
  return true;
}

Totals run(Program (Generator::*programs_of)(), std::uint64_t programs, bool knows_flows = true) {
  const std::uint64_t seed = from_environment("HEDDLE_TOY_SEED", 1);
  Totals totals;
  for (std::uint64_t i = 0, n = campaign_size(programs); i < n && !testing::Test::HasFailure(); ++i) {
    Generator generator(seed * 1'000'000 + i);
    compare((generator.*programs_of)(), knows_flows, totals);
  }
  std::printf(
      "%lu programs (%lu racy), %lu with inert locks (%lu racy); of the others dpor %lu executions, pruning "
      "%lu, without these locks %lu; %lu of %lu checks held\n",
      static_cast<unsigned long>(totals.compared), static_cast<unsigned long>(totals.racy),
      static_cast<unsigned long>(totals.inert), static_cast<unsigned long>(totals.inert_racy),
      static_cast<unsigned long>(totals.dpor), static_cast<unsigned long>(totals.pruning),
      static_cast<unsigned long>(totals.first), static_cast<unsigned long>(totals.held),
      static_cast<unsigned long>(totals.checks));
  EXPECT_GT(totals.compared, campaign_size(programs) / 6);
  EXPECT_GT(totals.held, 0u) << "a check that never says yes is not tested";
  return totals;
}

TEST(Pruning, EveryKindOfOperation) { run(&Generator::program, 300); }
TEST(Pruning, CriticalSections) {
  const Totals totals = run(&Generator::lock_program, 600);
  EXPECT_LT(2 * totals.pruning, totals.dpor);
}
TEST(Pruning, LocksThatDecideNothing) {
  const Totals totals = run(&Generator::counter_program, 900);
  EXPECT_LT(2 * totals.first, totals.dpor);
  EXPECT_GT(4 * totals.inert, totals.compared);
  EXPECT_GT(10 * totals.inert_racy, totals.inert);
  EXPECT_LT(10 * totals.inert_racy, 9 * totals.inert);
}
TEST(Pruning, EndsOfObjects) { run(&Generator::lifetime_program, 120); }
TEST(Pruning, BranchesOnSharedData) { run(&Generator::data_program, 1200); }
TEST(Pruning, WithoutFacts) { run(&Generator::data_program, 600, false); }

}  // namespace
}  // namespace heddle::toy
