// Livelocks that luck could end, held against their definition (search/fair_cycles.h).
//
// By the definition itself on graphs of a few states: every set of steps is looked at. By another algorithm on larger
// ones, and on all states of random toy programs in which threads retry: who runs and who retries is guessed, each
// guess leaves some states and steps, and what is left are end components. What the searches find must be the same, and
// what they tell must lead to a cycle in which everybody who is enabled takes a step.
//
// And livelocks without a way out: states that nothing leads out of, in which somebody never comes round a loop without
// an exit (search/never_ends.h).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "../../environment.h"
#include "compare.h"
#include "generator.h"
#include "search/fair_cycles.h"

namespace heddle::toy {
namespace {

using Node = FairCycles::Node;
using Arrow = FairCycles::Edge;

// The outcomes of one thread's step from one state.
struct Action {
  Node from;
  unsigned thread;
  std::vector<Node> to;
  bool has_effect = false, comes_round = false;
  unsigned came_round = 0;  // who, in any of them
};

struct SmallGraph {
  std::size_t nodes = 0;
  std::vector<Arrow> arrows;
  std::vector<Action> actions;

  void add(const Arrow& arrow) { add(arrow, arrow.comes_round ? 1u << arrow.step.thread.index() : 0); }
  void add(const Arrow& arrow, unsigned came_round) {
    arrows.push_back(arrow);
    const auto thread = static_cast<unsigned>(arrow.step.thread.index());
    auto it = std::find_if(actions.begin(), actions.end(),
                           [&](const Action& a) { return a.from == arrow.from && a.thread == thread; });
    if (it == actions.end()) it = actions.insert(it, {arrow.from, thread, {}});
    it->to.push_back(arrow.to);
    it->has_effect |= arrow.has_effect;
    it->comes_round |= arrow.comes_round;
    it->came_round |= came_round;
  }
};

// Which nodes can be reached from each, itself included, by these actions.
std::vector<std::vector<bool>> closure(const SmallGraph& g, const std::vector<bool>& allowed) {
  std::vector<std::vector<Node>> next(g.nodes);
  for (std::size_t i = 0; i < g.actions.size(); ++i)
    for (const Node to : g.actions[i].to)
      if (allowed[i] && to != FairCycles::kOutside) next[g.actions[i].from].push_back(to);
  std::vector<std::vector<bool>> reached(g.nodes, std::vector<bool>(g.nodes));
  for (Node n = 0; n < g.nodes; ++n) {
    std::vector<Node> open{n};
    reached[n][n] = true;
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      for (const Node to : next[at])
        if (!reached[n][to]) reached[n][to] = true, open.push_back(to);
    }
  }
  return reached;
}

// Of each thread: the states from which it would get out for good, or come round a loop without an exit, alone.
std::map<unsigned, std::vector<bool>> ways_out(const SmallGraph& g) {
  const auto all = closure(g, std::vector<bool>(g.actions.size(), true));
  std::map<unsigned, std::vector<bool>> out;
  for (const Action& a : g.actions) out[a.thread].resize(g.nodes);
  for (auto& [thread, leaves] : out) {
    std::vector<bool> own(g.actions.size());
    for (std::size_t i = 0; i < g.actions.size(); ++i) own[i] = g.actions[i].thread == thread;
    const auto alone = closure(g, own);
    for (const Action& a : g.actions)
      for (const Node to : a.to)
        for (Node n = 0; n < g.nodes; ++n)
          if (a.thread == thread && alone[n][a.from] && (a.comes_round || to == FairCycles::kOutside || !all[to][n]))
            leaves[n] = true;
  }
  return out;
}

// Do these steps make up a livelock, by the words of the definition?
bool is_livelock(const SmallGraph& g, const std::vector<bool>& chosen, std::map<unsigned, std::vector<bool>>& out) {
  std::vector<bool> inside(g.nodes);
  for (std::size_t i = 0; i < g.actions.size(); ++i)
    if (chosen[i]) inside[g.actions[i].from] = true;
  std::set<unsigned> running, effective;
  for (std::size_t i = 0; i < g.actions.size(); ++i) {
    const Action& a = g.actions[i];
    if (!chosen[i]) continue;
    if (a.comes_round) return false;
    running.insert(a.thread);
    if (a.has_effect) effective.insert(a.thread);
    for (const Node to : a.to)
      if (to == FairCycles::kOutside || !inside[to]) return false;
  }
  const auto reached = closure(g, chosen);
  for (Node n = 0; n < g.nodes; ++n)
    for (Node m = 0; m < g.nodes; ++m)
      if (inside[n] && inside[m] && !reached[n][m]) return false;
  for (const Action& a : g.actions)
    if (inside[a.from] && !running.contains(a.thread)) return false;
  unsigned retrying = 0;
  for (const unsigned t : running) {
    bool leaves = false;
    for (Node n = 0; n < g.nodes; ++n) leaves |= inside[n] && out[t][n];
    retrying += leaves;
    if (!leaves && effective.contains(t)) return false;
  }
  return retrying >= 2;
}

bool has_livelock_by_definition(const SmallGraph& g) {
  auto out = ways_out(g);
  for (unsigned bits = 1; bits < 1u << g.actions.size(); ++bits) {
    std::vector<bool> chosen(g.actions.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = (bits >> i & 1) != 0;
    if (is_livelock(g, chosen, out)) return true;
  }
  return false;
}

// Takes out, until nothing is left to take out, each action that may lead out of its component.
void keep_end_components(const SmallGraph& g, std::vector<bool>& allowed, std::vector<std::vector<bool>>& reached) {
  for (bool changed = true; changed;) {
    changed = false;
    reached = closure(g, allowed);
    for (std::size_t i = 0; i < g.actions.size(); ++i)
      for (const Node to : g.actions[i].to)
        if (allowed[i] && (to == FairCycles::kOutside || !reached[to][g.actions[i].from])) {
          allowed[i] = false;
          changed = true;
        }
  }
}

// Exactly `running` take steps, `retrying` among them get out alone, and the others only look.
bool has_livelock_of(const SmallGraph& g, unsigned running, unsigned retrying,
                     std::map<unsigned, std::vector<bool>>& out) {
  std::vector<bool> forbidden(g.nodes);
  for (const Action& a : g.actions)
    if ((running >> a.thread & 1) == 0) forbidden[a.from] = true;
  std::vector<bool> allowed(g.actions.size());
  for (std::size_t i = 0; i < g.actions.size(); ++i) {
    const Action& a = g.actions[i];
    allowed[i] = !forbidden[a.from] && !a.comes_round && ((retrying >> a.thread & 1) != 0 || !a.has_effect);
    for (const Node to : a.to) allowed[i] = allowed[i] && to != FairCycles::kOutside && !forbidden[to];
  }
  std::vector<std::vector<bool>> reached;
  keep_end_components(g, allowed, reached);
  for (Node n = 0; n < g.nodes; ++n) {  // the component of n
    unsigned runs = 0, leaves = 0;
    for (std::size_t i = 0; i < g.actions.size(); ++i) {
      const Action& a = g.actions[i];
      if (!allowed[i] || !reached[n][a.from] || !reached[a.from][n]) continue;
      runs |= 1u << a.thread;
      for (const auto& [t, from] : out)
        if (from[a.from]) leaves |= 1u << t;
    }
    if (runs == running && (leaves & retrying) == retrying) return true;
  }
  return false;
}

bool has_livelock_by_guessing(const SmallGraph& g) {
  auto out = ways_out(g);
  unsigned threads = 0;
  for (const Action& a : g.actions) threads |= 1u << a.thread;
  for (unsigned running = threads; running != 0; running = (running - 1) & threads)
    for (unsigned retrying = running; retrying != 0; retrying = (retrying - 1) & running)
      if (std::popcount(retrying) >= 2 && has_livelock_of(g, running, retrying, out)) return true;
  return false;
}

// From some state on no execution ends, and somebody goes on and never comes round a loop without an exit.
bool has_stuck_thread(const SmallGraph& g) {
  const auto reached = closure(g, std::vector<bool>(g.actions.size(), true));
  for (Node n = 0; n < g.nodes; ++n) {
    bool is_left = false;
    unsigned runs = 0, comes_round = 0;
    for (const Action& a : g.actions) {
      if (!reached[n][a.from]) continue;
      runs |= 1u << a.thread;
      comes_round |= a.came_round;
      is_left |= !reached[a.from][n];
      for (const Node to : a.to) is_left |= to == FairCycles::kOutside || !reached[to][n];
    }
    if (!is_left && (runs & ~comes_round) != 0) return true;
  }
  return false;
}

SmallGraph random_graph(RandomNumbers& random, unsigned nodes, unsigned threads, unsigned most_actions) {
  SmallGraph g;
  g.nodes = nodes;
  const unsigned out_of = 3 + static_cast<unsigned>(random.below(6));
  for (Node n = 0; n < nodes; ++n)
    for (unsigned t = 0; t < threads; ++t) {
      if (random.below(4) == 0 || g.actions.size() == most_actions) continue;
      const bool comes_round = random.below(12) == 0;
      for (Choice c = 0, outcomes = random.below(6) == 0 ? 2 : 1; c < outcomes; ++c) {
        const bool leaves = random.below(out_of) == 0;
        g.add({n,
               leaves ? FairCycles::kOutside : static_cast<Node>(random.below(nodes)),
               {ThreadId(static_cast<std::uint16_t>(t)), c},
               random.below(3) != 0,
               comes_round});
      }
    }
  return g;
}

std::string text_of(const SmallGraph& g) {
  std::string text;
  for (const Arrow& a : g.arrows)
    text += fmt::format("{} -> {} by {}:{}{}{}\n", a.from,
                        a.to == FairCycles::kOutside ? "out" : fmt::format("{}", a.to), a.step.thread.index(),
                        a.step.choice, a.has_effect ? "" : " looks", a.comes_round ? " comes round" : "");
  return text;
}

TEST(FairCyclesOracle, SmallGraphsByDefinition) {
  RandomNumbers random(from_environment("HEDDLE_TOY_SEED", 1) * 77'003);
  unsigned livelocks = 0;
  const std::uint64_t graphs = campaign_size(6000);
  for (std::uint64_t i = 0; i < graphs; ++i) {
    const SmallGraph g =
        random_graph(random, 2 + static_cast<unsigned>(random.below(3)), 2 + static_cast<unsigned>(random.below(2)), 9);
    const bool expected = has_livelock_by_definition(g);
    livelocks += expected;
    ASSERT_EQ(has_livelock_by_guessing(g), expected) << text_of(g);
    ASSERT_EQ(!FairCycles(g.nodes, g.arrows).livelocks().empty(), expected) << text_of(g);
  }
  std::printf("%u of %lu graphs have a livelock\n", livelocks, static_cast<unsigned long>(graphs));
  EXPECT_GT(livelocks, graphs / 100);
}

TEST(FairCyclesOracle, LargerGraphsByGuessing) {
  RandomNumbers random(from_environment("HEDDLE_TOY_SEED", 1) * 78'007);
  unsigned livelocks = 0;
  const std::uint64_t graphs = campaign_size(3000);
  for (std::uint64_t i = 0; i < graphs; ++i) {
    const SmallGraph g = random_graph(random, 4 + static_cast<unsigned>(random.below(12)),
                                      2 + static_cast<unsigned>(random.below(3)), 1000);
    const bool expected = has_livelock_by_guessing(g);
    livelocks += expected;
    FairCycles cycles(g.nodes, g.arrows);
    const auto found = cycles.livelocks();
    ASSERT_EQ(!found.empty(), expected) << text_of(g);
    for (const FairCycles::Component& c : found) EXPECT_FALSE(cycles.round(c, c.nodes.front()).empty());
  }
  std::printf("%u of %lu graphs have a livelock\n", livelocks, static_cast<unsigned long>(graphs));
  EXPECT_GT(livelocks, graphs / 100);
}

// ---- programs ------------------------------------------------------------------------------------------------------

// All states of a program, met breadth first from the start by schedules: nothing is saved or restored. Nothing: there
// are too many, or one of them shows a failure.
std::optional<SmallGraph> states_of(const Program& program, std::size_t most) {
  ToyMachine machine(program);
  machine.keeps_history = false;
  machine.detects_races = false;
  machine.compare_states();
  SmallGraph g;
  std::map<Fingerprint, Node> known;
  std::vector<Schedule> schedules;
  const auto follow = [&](const Schedule& schedule) {
    machine.start();
    for (const ScheduleStep& step : schedule) machine.step(step.thread, step.choice);
  };
  const auto node_of = [&](Schedule schedule) {
    const auto [it, is_new] = known.try_emplace(machine.fingerprint(), static_cast<Node>(schedules.size()));
    if (is_new) schedules.push_back(std::move(schedule));
    return it->second;
  };
  follow({});
  if (machine.status() != Status::Running || !machine.failures().empty()) return std::nullopt;
  node_of({});
  for (Node n = 0; n < schedules.size(); ++n) {
    follow(schedules[n]);
    const std::vector<Pending> pending(machine.pending().begin(), machine.pending().end());
    for (const Pending& p : pending)
      for (Choice c = 0; p.enabled && c < p.outcomes; ++c) {
        follow(schedules[n]);
        const Transition& t = machine.step(p.thread, c);
        const bool effect = has_effect(footprint_of(t, byte_set_of(machine, t.operation)));
        unsigned came_round = 0;
        for (const ThreadId by : machine.came_round()) came_round |= 1u << by.index();
        if (!machine.failures().empty() || schedules.size() > most) return std::nullopt;
        Schedule longer = schedules[n];
        longer.push_back({p.thread, c});
        const Node to = machine.status() == Status::Running ? node_of(std::move(longer)) : FairCycles::kOutside;
        g.nodes = schedules.size();
        g.add({n, to, {p.thread, c}, effect, came_round != 0}, came_round);
      }
  }
  g.nodes = schedules.size();
  return g;
}

class LivelockListener : public SearchListener {
 public:
  bool found(const Failure& failure, const Schedule& schedule) override {
    told.emplace_back(failure, schedule);
    if (failure.kind != BugKind::Livelock) has_stuck_thread = true;  // as ToyMachine::livelock says it
    return true;
  }
  void completed(const AbstractMachine&, const Schedule&) override {}
  std::vector<std::pair<Failure, Schedule>> told;
  bool has_stuck_thread = false;
};

// What is wrong with a livelock that was told, or nothing.
std::string wrong_with(const Program& program, const Failure& failure, const Schedule& schedule) {
  ToyMachine machine(program);
  machine.keeps_history = false;
  machine.detects_races = false;
  machine.compare_states();
  machine.start();
  const std::size_t begin = schedule.size() - failure.round;
  std::set<std::size_t> enabled, ran;
  Fingerprint first{};
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i == begin) first = machine.fingerprint();
    if (i >= begin) {
      ran.insert(schedule[i].thread.index());
      for (const Pending& p : machine.pending())
        if (p.enabled) enabled.insert(p.thread.index());
    }
    if (machine.status() != Status::Running) return "the schedule is longer than the execution";
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  if (failure.round == 0) return "it has no round";
  if (machine.fingerprint() != first) return "the round does not lead back";
  if (enabled != ran) return "somebody was enabled and took no step";
  return "";
}

struct Expected {
  explicit Expected(const SmallGraph& g)
      : has_livelock(has_livelock_by_guessing(g)), has_stuck_thread(toy::has_stuck_thread(g)) {}
  bool has_livelock, has_stuck_thread;
};

std::string difference(const Program& program, const Expected& expected, bool stateful) {
  ToyMachine machine(program);
  machine.keeps_history = false;
  machine.detects_races = false;
  CheckOptions options;
  options.keep_going = true;
  LivelockListener listener;
  static LiveState live;
  const SearchOutcome outcome = stateful ? search_stateful(machine, options, listener, live)
                                         : search_best_first(machine, options, listener, live);
  if (!outcome.exhausted) return "not exhausted";
  if (listener.has_stuck_thread != expected.has_stuck_thread)
    return expected.has_stuck_thread ? "a stuck thread was missed" : "a stuck thread was invented";
  const bool any = expected.has_livelock || expected.has_stuck_thread;
  if (listener.told.empty() != !any) return any ? "missed" : "invented";
  for (const auto& [failure, schedule] : listener.told)
    if (std::string wrong = wrong_with(program, failure, schedule); !wrong.empty()) return wrong;
  return "";
}

constexpr std::size_t kMostStates = 400;

std::string difference(const Program& program, bool stateful) {
  const std::optional<SmallGraph> states = states_of(program, kMostStates);
  return states ? difference(program, Expected(*states), stateful) : "";
}

Program shrink_livelock(Program program, bool stateful) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t t = 1; t < program.threads.size() && !smaller; ++t)
      for (std::size_t i = 0; i < program.threads[t].size() && !smaller; ++i) {
        const Code code = program.threads[t][i].code;
        if (code == Code::Again || code == Code::SkipUnless) continue;
        Program candidate = program;
        Script& script = candidate.threads[t];
        script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
        // Loops and skips around it are shorter by one.
        for (std::size_t k = 0; k < script.size(); ++k) {
          if (script[k].code == Code::Again && k >= i && k - i < script[k].b) --script[k].b;
          if (script[k].code == Code::SkipUnless && k < i && i - k <= script[k].b) --script[k].b;
        }
        const bool empty_loop = std::any_of(script.begin(), script.end(),
                                            [](const Instruction& in) { return in.code == Code::Again && in.b < 2; });
        if (empty_loop || difference(candidate, stateful).empty()) continue;
        program = candidate;
        smaller = true;
      }
  }
  return program;
}

void run_programs(bool stateful, std::uint64_t whole) {
  const std::uint64_t seed = from_environment("HEDDLE_TOY_SEED", 1);
  const std::uint64_t programs = campaign_size(whole);
  std::uint64_t compared = 0, livelocks = 0, stuck = 0;
  for (std::uint64_t i = 0; i < programs; ++i) {
    Generator generator(seed * 1'000'003 + i);
    const Program program = generator.retry_program();
    const std::optional<SmallGraph> states = states_of(program, kMostStates);
    if (!states) continue;
    const Expected expected(*states);
    ++compared;
    livelocks += expected.has_livelock;
    stuck += expected.has_stuck_thread;
    if (difference(program, expected, stateful).empty()) continue;
    const Program small = shrink_livelock(program, stateful);
    ADD_FAILURE() << "program " << i << ": " << difference(small, stateful) << "\n" << small.text();
    return;
  }
  std::printf("%lu programs, %lu with a livelock, %lu with a stuck thread\n", static_cast<unsigned long>(compared),
              static_cast<unsigned long>(livelocks), static_cast<unsigned long>(stuck));
  EXPECT_GT(compared, programs / 3);
  EXPECT_GT(livelocks, programs / 100);
  EXPECT_GT(stuck, programs / 100);
}

TEST(FairCyclesOracle, BestFirstFindsTheLivelocks) { run_programs(false, 1500); }
TEST(FairCyclesOracle, StatefulFindsTheLivelocks) { run_programs(true, 1500); }

}  // namespace
}  // namespace heddle::toy
