// What a transition costs, in units of what it cannot do without: copying the program's state out and back and
// switching to a fiber and back.
//
//   bare            that much and nothing else: the bytes of the program's snapshots out, a switch to a fiber and back,
//                   the bytes in
//   dfs             a transition of the search without reduction and without detector
//   dfs + clocks    with the race detector
//   dpor + clocks   with the reduction, too
//
// All in one process, best of several repetitions, in processor time. Main functions: sample_states, bare_cost,
// measure.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <string_view>

#include "cli/prepare.h"
#include "detect/registry.h"
#include "harness.h"
#include "machine/fiber.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Settings {
  unsigned repetitions = 5;
  double seconds = 0.4;   // measured in each repetition, at least
  std::string_view only;  // one row, for a profiler
};

struct Shape {
  unsigned threads, rounds;
};

void bounce(fiber::transfer_t from) {
  while (true) from = fiber::jump_fcontext(from.fctx, nullptr);
}

// The memory of some states of the program: what a snapshot of each holds, where it is.
struct States {
  std::vector<std::vector<std::pair<Address, std::size_t>>> ranges;
  double bytes = 0;  // on average
};

// Copies the very bytes that the machine's snapshots copy, from where they are, and switches to a fiber and back.
double bare_cost(const States& states, const Settings& settings) {
  constexpr std::size_t kStack = 1 << 16;
  std::vector<std::vector<std::byte>> saved;
  for (const auto& ranges : states.ranges) {
    std::size_t size = 0;
    for (const auto& range : ranges) size += range.second;
    saved.emplace_back(size);
  }
  const auto stack = std::make_unique<std::byte[]>(kStack);
  fiber::fcontext_t other = fiber::make_fcontext(stack.get() + kStack, kStack, bounce);
  double best = 0;
  for (unsigned repetition = 0; repetition < settings.repetitions; ++repetition) {
    std::uint64_t rounds = 0;
    const double begin = processor_seconds();
    double spent = 0;
    do {
      for (std::size_t i = 0; i < saved.size(); ++i) {
        std::byte* out = saved[i].data();
        for (const auto& [where, size] : states.ranges[i]) {
          std::memcpy(out, reinterpret_cast<const void*>(where), size);
          out += size;
        }
        asm volatile("" ::: "memory");
        other = fiber::jump_fcontext(other, nullptr).fctx;
        asm volatile("" ::: "memory");
        // Another one than was just made: the processor would wait for its own stores.
        const std::size_t k = (i + saved.size() / 2) % saved.size();
        const std::byte* in = saved[k].data();
        for (const auto& [where, size] : states.ranges[k]) {
          std::memcpy(reinterpret_cast<void*>(where), in, size);
          in += size;
        }
        asm volatile("" ::: "memory");
      }
      rounds += saved.size();
      spent = processor_seconds() - begin;
    } while (spent < settings.seconds / 2);
    const double cost = spent / static_cast<double>(rounds) * 1e9;
    best = repetition == 0 ? cost : std::min(best, cost);
  }
  return best;
}

// States of some random executions in which there is something to choose.
States sample_states(const Image& image) {
  CheckOptions options;
  options.exit_statuses = {};  // a second machine of a process begins with the memory that the first one left
  ThreadNames names;
  Journal journal;
  Machine machine(image, options, journal, nullptr, names);
  std::mt19937 random(1);
  States states;
  std::vector<ThreadId> enabled;
  for (int execution = 0; execution < 20; ++execution) {
    machine.start();
    while (machine.status() == Status::Running) {
      enabled.clear();
      for (const Pending& p : machine.pending())
        if (p.enabled) enabled.push_back(p.thread);
      if (enabled.size() > 1) {
        states.ranges.push_back(machine.live_ranges());
        for (const auto& range : states.ranges.back()) states.bytes += static_cast<double>(range.second);
      }
      machine.step(enabled[random() % enabled.size()]);
    }
    if (machine.status() != Status::Finished) give_up("the program did not finish");
  }
  states.bytes /= static_cast<double>(std::max<std::size_t>(states.ranges.size(), 1));
  return states;
}

struct Row {
  const char* name;
  const char* search;
  const char* detector;
  double limit;  // of the ratio to the bare cost; 0: none
};
constexpr Row kRows[] = {{"dfs", "dfs", "none", 4},
                         {"dfs + clocks", "dfs", "vector-clock", 8},
                         {"dpor + clocks", "dpor", "vector-clock", 0}};

void measure(Shape shape, const Settings& settings, Table& table) {
  const auto program = load(HEDDLE_BENCH_PROGRAMS "/critical_sections.c",
                            {fmt::format("-DTHREADS={}", shape.threads), fmt::format("-DROUNDS={}", shape.rounds)});
  const States states = sample_states(program->image());
  const double bare = bare_cost(states, settings);
  const std::string name = fmt::format("{} threads x {}", shape.threads, shape.rounds);
  table.add({name, "bare", fmt::format("{:.0f}", states.bytes), "", "", fmt::format("{:.1f}", bare), "1.00"});
  for (const Row& row : kRows) {
    if (!settings.only.empty() && settings.only != row.name) continue;
    CheckOptions options;
    options.exit_statuses = {};
    options.search = row.search;
    options.detector = row.detector;
    Exploration best;
    for (unsigned i = 0; i < settings.repetitions; ++i) {
      const Exploration e = explore(program->image(), options, settings.seconds);
      if (i == 0 || e.seconds < best.seconds) best = e;
    }
    const double cost = best.seconds / static_cast<double>(best.stats.transitions) * 1e9;
    const double rate = static_cast<double>(best.stats.executions) / best.seconds;
    const bool eight = shape.threads == 8 && std::string_view(row.detector) != "none";
    table.add({name, row.name, "", fmt::format("{}", best.stats.executions), fmt::format("{}", best.stats.transitions),
               fmt::format("{:.1f}", cost), fmt::format("{:.2f}", cost / bare),
               row.limit > 0 ? at_most(cost / bare, row.limit) : "", count(rate),
               eight ? at_least(rate, 100'000) : ""});
  }
}

int run(const Settings& settings, const std::vector<Shape>& shapes) {
  Table table(
      {"program", "what", "bytes", "executions", "transitions", "ns", "ratio", "wanted", "executions/s", "wanted"});
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (i > 0) table.rule();
    measure(shapes[i], settings, table);
  }
  fmt::print("The cost of a transition (ns), and its ratio to a bare save, switch and restore; best of {}.\n\n",
             settings.repetitions);
  table.print();
  return 0;
}

}  // namespace
}  // namespace heddle::bench

// bench_machine [--smoke] [--only ROW] [THREADSxROUNDS...]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  heddle::cli::fix_addresses(argv);
  Settings settings;
  std::vector<Shape> shapes;
  for (int i = 1; i < argc; ++i) {
    Shape shape{};
    if (std::string_view(argv[i]) == "--smoke") {
      settings.repetitions = 1;
      settings.seconds = 0;
      shapes.push_back({2, 1});
    } else if (std::string_view(argv[i]) == "--only" && i + 1 < argc) {
      settings.only = argv[++i];
    } else if (std::sscanf(argv[i], "%ux%u", &shape.threads, &shape.rounds) == 2) {
      shapes.push_back(shape);
    } else {
      wrong_usage("bench_machine [--smoke] [--only ROW] [THREADSxROUNDS...]");
    }
  }
  if (shapes.empty()) shapes = {{3, 2}, {3, 3}, {5, 1}, {8, 1}, {2, 6}};
  return run(settings, shapes);
}
