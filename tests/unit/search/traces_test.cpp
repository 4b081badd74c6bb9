// Optimality by counting: on random programs whose operations do not block each other, `optimal` has exactly one
// complete execution for each Mazurkiewicz trace, and none in vain. The traces are counted by brute force: each
// execution of dfs is brought to a canonical form, which two executions share iff they order all dependent steps alike.
// And the benchmarks whose numbers of traces are known.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "compare.h"
#include "generator.h"
#include "search/dependency.h"

namespace heddle::toy {
namespace {

using enum Code;

// For each thread what its steps did and what came before them: clocks by program order and dependency alone.
std::string canonical_form(const Program& program, const Schedule& schedule) {
  struct Step {
    unsigned thread;
    Footprint footprint;
    std::vector<unsigned> clock;
  };
  ToyMachine machine(program);
  machine.start();
  std::vector<Step> steps;
  std::vector<std::vector<unsigned>> clocks(program.threads.size(), std::vector<unsigned>(program.threads.size()));
  std::vector<std::string> texts(program.threads.size());
  for (const ScheduleStep& s : schedule) {
    const Footprint footprint = footprint_of(machine.step(s.thread, s.choice));
    const unsigned t = static_cast<unsigned>(s.thread.index());
    for (const Step& earlier : steps)
      if (dependent(earlier.footprint, footprint))
        for (std::size_t i = 0; i < clocks[t].size(); ++i) clocks[t][i] = std::max(clocks[t][i], earlier.clock[i]);
    ++clocks[t][t];
    steps.push_back({t, footprint, clocks[t]});
    texts[t] += fmt::format("{}({})", s.choice, fmt::join(clocks[t], ","));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

class TraceCounter : public SearchListener {
 public:
  explicit TraceCounter(const Program& program) : program_(program) {}
  bool found(const Failure&, const Schedule&) override { return true; }
  void completed(const AbstractMachine&, const Schedule& schedule) override {
    ++executions[canonical_form(program_, schedule)];
  }
  std::map<std::string, unsigned> executions;  // for each trace

 private:
  const Program& program_;
};

class LockFreePrograms {
 public:
  explicit LockFreePrograms(std::uint64_t seed) : random_(seed) {}

  Program program() {
    std::vector<Script> children(2 + below(3));
    cells_ = 1 + below(3);
    chooses_ = below(3) == 0;
    for (Script& s : children)
      for (unsigned length = children.size() == 2 ? 3 : 1 + below(2); length > 0; --length) operation(s);
    return Program::of(children);
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_.below(n)); }
  std::uint8_t small(unsigned n) { return static_cast<std::uint8_t>(below(n)); }

  void operation(Script& s) {
    static constexpr Code kKinds[] = {Load, Load, Store, Add, CompareExchange};
    if (chooses_ && below(3) == 0)
      s.push_back({Choose, 2});
    else
      s.push_back({kKinds[below(5)], small(cells_), small(3), small(3)});
    if (below(3) != 0) return;
    Script inner;
    operation(inner);
    s.push_back({SkipUnless, small(2), static_cast<std::uint8_t>(inner.size())});
    s.insert(s.end(), inner.begin(), inner.end());
  }

  RandomNumbers random_;
  unsigned cells_ = 1;
  bool chooses_ = false;
};

struct Counts {
  std::uint64_t compared = 0, traces = 0, executions = 0;
};

// Nothing is compared where brute force takes too long.
void compare(const Program& program, Counts& counts) {
  static LiveState live;
  CheckOptions options;
  options.bounds.transitions = 12'000;
  ToyMachine machine(program);
  TraceCounter truth(program), found(program);
  const SearchOutcome brute = search_dfs(machine, options, truth, live);
  if (!brute.exhausted) return;
  const SearchOutcome optimal = search_optimal(machine, options, found, live);
  for (const auto& [trace, times] : found.executions) ASSERT_EQ(times, 1u) << program.text() << trace;
  for (const auto& [trace, times] : truth.executions)
    ASSERT_TRUE(found.executions.contains(trace)) << program.text() << trace;
  ASSERT_EQ(found.executions.size(), truth.executions.size()) << program.text();
  ASSERT_EQ(optimal.stats.blocked, 0u) << program.text();
  ++counts.compared;
  counts.traces += optimal.stats.executions;
  counts.executions += brute.stats.executions;
}

// Whether a reversed race has been explored may depend on what follows its second operation: that race has to be
// looked at again in each execution.
TEST(Traces, AReversalWithAnotherEnd) {
  Counts counts;
  compare(Program::of({{{Add, 0, 2, 1}, {SkipUnless, 1, 1}, {Load, 1}},
                       {{Store, 1, 2}},
                       {{CompareExchange, 0, 0, 2}, {Store, 1, 2, 2}},
                       {{CompareExchange, 0, 1, 0}, {Store, 0, 1, 2}}}),
          counts);
  EXPECT_EQ(counts.compared, 1u);
  EXPECT_EQ(counts.traces, 38u);
}

TEST(Traces, OneExecutionForEachTrace) {
  const std::uint64_t programs = campaign_size(400);
  Counts counts;
  for (std::uint64_t seed = 1; seed <= programs && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    compare(LockFreePrograms(seed).program(), counts);
  }
  std::printf("%lu programs: %lu executions, %lu traces\n", static_cast<unsigned long>(counts.compared),
              static_cast<unsigned long>(counts.executions), static_cast<unsigned long>(counts.traces));
  EXPECT_GT(counts.compared, programs * 7 / 10);
}

}  // namespace
}  // namespace heddle::toy
