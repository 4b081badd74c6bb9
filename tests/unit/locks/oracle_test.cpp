// The analyses against all interleavings of random programs (explorer.h). For two threads with nested locks they have
// to be exact: reachable with a schedule, or unreachable. For more threads, and for locks that are not nested: nothing
// is missed, what is certified happens, and the rest may be unknown.
#include <gtest/gtest.h>

#include <algorithm>

#include "../../environment.h"
#include "explorer.h"
#include "generator.h"
#include "locks/analysis.h"
#include "locks/replay.h"

namespace heddle::locks {
namespace {

using oracle::Explored;
using oracle::Shape;

// HEDDLE_TOY_PROGRAMS is the length of the longest campaign.
std::uint64_t programs(std::uint64_t usually) {
  const std::uint64_t longest =
      from_environment("HEDDLE_TOY_PROGRAMS", from_environment("HEDDLE_LONG", 0) != 0 ? 4000 : 120);
  return std::max<std::uint64_t>(usually * longest / 400, 5);
}

struct Tally {
  int programs = 0, exact = 0, reachable = 0, unreachable = 0, unknown = 0;
  int races = 0, deadlocks = 0, unknown_races = 0, unknown_deadlocks = 0, refused = 0;
};

// The places where threads of the program can be at all.
std::vector<Place> places(const Program& program) {
  std::vector<Place> result;
  for (std::uint32_t p = 0; p < program.procedures.size(); ++p)
    for (std::uint32_t e = 0; e < program.procedures[p].edges.size(); ++e)
      if (program.procedures[p].edges[e].from != program.procedures[p].exit) result.push_back({ProcedureId(p), e});
  return result;
}

void compare_pairs(const Program& program, const Explored& explored, Analysis& analysis, bool exact, Tally& tally) {
  const std::vector<Place> all = places(program);
  for (const Place a : all)
    for (const Place b : all) {
      if (b < a) continue;
      const Reachability answer = analysis.reach({&a, 1}, {&b, 1});
      const bool found = explored.together.contains({a, b});
      const std::string where = program[a.procedure].name + " edge " + std::to_string(a.edge) + ", " +
                                program[b.procedure].name + " edge " + std::to_string(b.edge);
      using Answer = Reachability::Answer;
      if (found) ASSERT_NE(answer.answer, Answer::kUnreachable) << "missed: " << where;
      if (found && exact)
        ASSERT_EQ(answer.answer, Answer::kReachable) << "not certified: " << where << ": " << answer.why;
      if (!found && exact && explored.whole)
        ASSERT_EQ(answer.answer, Answer::kUnreachable) << "not excluded: " << where;
      if (!found && explored.whole) ASSERT_NE(answer.answer, Answer::kReachable) << "infeasible: " << where;
      if (answer.answer == Answer::kReachable)
        ASSERT_EQ(oracle::run(program, answer.schedule, {answer.standing[0], answer.standing[1]}), "") << where;
      tally.reachable += answer.answer == Answer::kReachable;
      tally.unreachable += answer.answer == Answer::kUnreachable;
      tally.unknown += answer.answer == Answer::kUnknown;
    }
}

void compare_races(const Program& program, const Explored& explored, const Findings& findings, bool exact,
                   Tally& tally) {
  std::set<std::pair<AccessId, AccessId>> listed;
  for (const Race& race : findings.races) {
    listed.insert({race.first, race.second});
    const bool found = explored.races.contains({race.first, race.second});
    if (exact && explored.whole) ASSERT_TRUE(found) << "false race";
    if (exact && found) ASSERT_EQ(race.status, Status::kCertified) << race.why;
    (race.status == Status::kCertified ? tally.races : tally.unknown_races) += 1;
    if (race.status != Status::kCertified) continue;
    if (explored.whole) ASSERT_TRUE(found) << "infeasible race";
    ASSERT_EQ(oracle::run(program, race.schedule, {race.accesses[0], race.accesses[1]}), "");
  }
  for (const auto& race : explored.races)
    ASSERT_TRUE(listed.contains(race)) << "missed race " << race.first.value << ", " << race.second.value;
}

std::string print(const Program& program, const Deadlock& deadlock) {
  std::string text;
  for (const Waiting& waiting : deadlock.cycle) {
    text += program[waiting.where.thread].name + " in " + program[waiting.where.place.procedure].name + " edge " +
            std::to_string(waiting.where.place.edge) + " wants " +
            (waiting.lock ? program[*waiting.lock].name : "an end") + ", holds";
    for (const Held& held : waiting.where.held) text += " " + program[held.lock].name;
    text += "; ";
  }
  return text;
}

Explored::Cycle cycle_of(const Deadlock& deadlock) {
  Explored::Cycle cycle;
  for (const Waiting& waiting : deadlock.cycle) cycle.emplace_back(waiting.where.place, waiting.lock);
  return oracle::smallest_first(cycle);
}

void compare_deadlocks(const Program& program, const Explored& explored, const Findings& findings, bool exact,
                       Tally& tally) {
  std::set<Explored::Cycle> listed;
  for (const Deadlock& deadlock : findings.deadlocks) {
    const Explored::Cycle cycle = cycle_of(deadlock);
    listed.insert(cycle);
    // Alone, behind a join: that the other can end while this one holds its locks is more than pairs can tell.
    // And a join of one of several threads, which the explorer lets pass, may be of the one that waits.
    const bool alone = deadlock.kind == DeadlockKind::kSelf && program.threads[1].forked;
    const bool open =
        deadlock.status == Status::kUnknown && (alone || deadlock.why == "which thread is joined is not certain");
    if (exact && !open && explored.whole)
      ASSERT_TRUE(explored.cycles.contains(cycle)) << "false deadlock: " << print(program, deadlock);
    if (exact && explored.cycles.contains(cycle))
      ASSERT_EQ(deadlock.status, Status::kCertified) << deadlock.why << print(program, deadlock);
    (deadlock.status == Status::kCertified ? tally.deadlocks : tally.unknown_deadlocks) += 1;
    if (deadlock.status != Status::kCertified) continue;
    // The explorer has two instances of a thread with several.
    const auto is_third = [](const Participant& p) { return p.instance > 1; };
    if (explored.whole && std::ranges::none_of(deadlock.schedule.participants, is_third))
      ASSERT_TRUE(explored.cycles.contains(cycle)) << "infeasible deadlock: " << print(program, deadlock);
    std::vector<Standing> standing;
    for (const Waiting& waiting : deadlock.cycle) standing.push_back(waiting.where);
    ASSERT_EQ(oracle::run(program, deadlock.schedule, standing), "");
  }
  if (!findings.deadlocks_complete) return;
  for (const Explored::Cycle& cycle : explored.minimal_cycles)
    ASSERT_TRUE(listed.contains(cycle)) << "missed deadlock of " << cycle.size() << " at "
                                        << program[cycle[0].first.procedure].name << " edge " << cycle[0].first.edge;
}

// The two machines accept the same schedules: without one of its steps most of them are wrong.
void compare_replays(const Program& program, const Findings& findings, Tally& tally) {
  const Replayer replayer(program);
  const bool absent_holders =
      std::ranges::any_of(program.threads, [](const Thread& t) { return !t.initially_held.empty(); });
  for (const Race& race : findings.races)
    for (std::size_t s = 0; s < race.schedule.steps.size() && !absent_holders; ++s) {
      Schedule without = race.schedule;
      without.steps.erase(without.steps.begin() + static_cast<std::ptrdiff_t>(s));
      const std::string ours = replayer.run(without).wrong;
      const std::string theirs = oracle::run(program, without, {});
      ASSERT_EQ(ours.empty(), theirs.empty()) << "without step " << s << ": " << ours << "; " << theirs;
      tally.refused += !ours.empty();
    }
}

void compare(const Program& program, bool exact, std::size_t most_states, const Limits& limits, Tally& tally) {
  ASSERT_EQ(malformed(program), "");
  const Explored explored = oracle::explore(program, most_states);
  ++tally.programs;
  tally.exact += explored.whole;
  Limits all_races = limits;
  all_races.races_per_object = 100000;
  Analysis analysis(program, all_races);
  compare_pairs(program, explored, analysis, exact, tally);
  if (testing::Test::HasFatalFailure()) return;
  const Findings findings = analysis.findings();
  if (explored.not_nested) ASSERT_FALSE(findings.nested);
  compare_races(program, explored, findings, exact, tally);
  if (testing::Test::HasFatalFailure()) return;
  compare_deadlocks(program, explored, findings, exact, tally);
  if (testing::Test::HasFatalFailure()) return;
  compare_replays(program, findings, tally);
}

Tally campaign(const Shape& shape, std::uint64_t count, bool nested, bool exact, unsigned seed,
               const Limits& limits = {}) {
  Tally tally;
  const std::uint64_t first = from_environment("HEDDLE_TOY_SEED", 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::mt19937 random(static_cast<unsigned>(1000003 * seed + first + i));
    const Program program = nested ? oracle::random_nested(random, shape) : oracle::random_wild(random, shape);
    compare(program, exact, nested ? 60000 : 3000, limits, tally);
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "program " << first + i << ":\n" << oracle::print(program);
      break;
    }
  }
  std::printf(
      "  %d programs (%d whole), pairs: %d reachable, %d unreachable, %d unknown; races %d + %d; deadlocks %d + %d\n",
      tally.programs, tally.exact, tally.reachable, tally.unreachable, tally.unknown, tally.races, tally.unknown_races,
      tally.deadlocks, tally.unknown_deadlocks);
  return tally;
}

// Where threads hold locks initially schedules without one of their steps are not compared (compare_replays).
void expect_substance(const Tally& tally, bool initially = false) {
  if (testing::Test::HasFailure()) return;
  EXPECT_GT(tally.exact, tally.programs / 4);
  EXPECT_GT(tally.reachable, tally.programs);
  EXPECT_GT(tally.unreachable, tally.programs);
  EXPECT_GT(tally.races, tally.programs / 4);
  EXPECT_GT(tally.deadlocks, 0);
  if (!initially) EXPECT_GT(tally.refused, 0);
}

TEST(LockOracle, TwoThreads) { expect_substance(campaign({.threads = 2}, programs(300), true, true, 1)); }
TEST(LockOracle, TwoThreadsWithModes) {
  expect_substance(campaign({.threads = 2, .modes = true}, programs(300), true, true, 2));
}
TEST(LockOracle, TwoThreadsWithRecursion) {
  expect_substance(campaign({.threads = 2, .modes = true, .recursion = true}, programs(150), true, true, 3));
}
TEST(LockOracle, TwoThreadsWithLocksHeldInitially) {
  expect_substance(campaign({.threads = 2, .initially = true, .modes = true}, programs(400), true, true, 4),
                   /*initially=*/true);
}
TEST(LockOracle, ParentAndChild) {
  expect_substance(campaign({.threads = 2, .forks = true, .modes = true}, programs(400), true, true, 5));
}
TEST(LockOracle, TwoThreadsWithExtras) {
  expect_substance(campaign({.threads = 2, .modes = true, .extras = true}, programs(300), true, true, 6));
}
TEST(LockOracle, ThreeThreads) {
  expect_substance(campaign({.threads = 3, .modes = true}, programs(60), true, false, 7));
}
TEST(LockOracle, ParentAndChildren) {
  expect_substance(campaign({.threads = 3, .forks = true, .modes = true}, programs(80), true, false, 8));
}
TEST(LockOracle, FourThreads) {
  expect_substance(campaign({.threads = 4, .forks = true, .initially = true}, programs(20), true, false, 9),
                   /*initially=*/true);
}
TEST(LockOracle, SeveralInstances) {
  expect_substance(
      campaign({.threads = 2, .forks = true, .modes = true, .several = true}, programs(80), true, false, 10));
}
TEST(LockOracle, JoinsAllInstances) {
  expect_substance(campaign({.threads = 2, .forks = true, .modes = true, .several = true, .joins_all = true},
                            programs(80), true, false, 15));
  expect_substance(
      campaign({.threads = 3, .forks = true, .several = true, .joins_all = true}, programs(40), true, false, 16));
}
// Children fork, too; their children outlive them, or main joins them.
TEST(LockOracle, Grandchildren) {
  expect_substance(campaign({.threads = 3, .forks = true, .modes = true, .tree = true}, programs(80), true, false, 21));
  expect_substance(campaign({.threads = 4, .forks = true, .tree = true}, programs(20), true, false, 22));
}
TEST(LockOracle, TwoThreadsWithEverything) {
  expect_substance(campaign({.threads = 2, .initially = true, .modes = true, .extras = true, .recursion = true},
                            programs(150), true, true, 23),
                   /*initially=*/true);
}
TEST(LockOracle, ParentAndChildWithEverything) {
  expect_substance(
      campaign({.threads = 2, .forks = true, .initially = true, .modes = true, .extras = true, .recursion = true},
               programs(150), true, true, 24),
      /*initially=*/true);
}
TEST(LockOracle, ThreeThreadsWithEverything) {
  expect_substance(campaign({.threads = 3, .initially = true, .modes = true, .extras = true, .recursion = true},
                            programs(40), true, false, 25),
                   /*initially=*/true);
  expect_substance(
      campaign({.threads = 3, .forks = true, .initially = true, .modes = true, .recursion = true, .tree = true},
               programs(40), true, false, 26),
      /*initially=*/true);
}
TEST(LockOracle, NotNested) {
  expect_substance(
      campaign({.threads = 2, .initially = true, .modes = true, .extras = true}, programs(300), false, false, 11),
      /*initially=*/true);
}
TEST(LockOracle, NotNestedWithForks) {
  expect_substance(
      campaign({.threads = 3, .forks = true, .modes = true, .extras = true}, programs(60), false, false, 12));
}

// Limits make answers less precise, never wrong.
TEST(LockOracle, FewHistories) {
  Limits limits;
  limits.histories = 1;
  campaign({.threads = 2, .initially = true, .modes = true, .recursion = true}, programs(200), true, false, 13, limits);
  campaign({.threads = 3, .forks = true}, programs(60), true, false, 14, limits);
}
TEST(LockOracle, FewSituations) {
  Limits limits;
  limits.situations = 3;
  campaign({.threads = 2, .initially = true, .modes = true}, programs(200), true, false, 15, limits);
  campaign({.threads = 3, .forks = true, .extras = true}, programs(60), true, false, 16, limits);
}

TEST(LockOracle, FewDerivations) {
  Limits limits;
  limits.derivations = 80;
  limits.derivations_per_place = 0;
  campaign({.threads = 2, .initially = true, .modes = true, .recursion = true}, programs(200), true, false, 17, limits);
  campaign({.threads = 3, .forks = true, .extras = true}, programs(60), true, false, 18, limits);
}

}  // namespace
}  // namespace heddle::locks
