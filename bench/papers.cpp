// The tables of Kim, Yavuz-Kahveci and Sanders (2009) beside ours, on our versions of their programs
// (examples/papers/kim): figure 8 with appendix B, figure 10, and the states of figure 4.
//
// The settings are the paper's as far as they can be: every access a scheduling point (--visible all), the summary
// detector without memory of reads, threads in the order of their creation, depth-first search with state matching
// (--heuristics none) against best-first search. What differs: a transition is one access or synchronisation operation
// here, and in their tool all instructions up to the next one that matters; the programs are ours, in C and C++;
// `state` counts different states that were met, where theirs counts those that were made. So ratios compare, counts do
// not. Lengths are those of the schedule as it was found, before the tool takes out context switches.
//
// Main functions: figure_4, figure_10, figure_8; the last line is what was wanted.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/prepare.h"
#include "detect/registry.h"
#include "harness.h"
#include "search/best_first.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Configuration {
  const char* name;
  Heuristics heuristics;
  bool shortest = false;
};

const Configuration kDfs = {"dfs", {false, false, false, false}};
const Configuration kAllFour = {"all four", {true, true, true, true}};
const Configuration kWritesFirst = {"WF", {true, false, false, false}};
const Configuration kOthers[] = {{"WW,WF", {true, true, false, false}},
                                 kWritesFirst,
                                 {"WW", {false, true, false, false}},
                                 {"ARA", {false, false, true, false}},
                                 {"AF", {false, false, false, true}}};
const Configuration kShortest = {"shortest", {true, true, true, true}, true};

struct Figures {
  std::uint64_t states = 0, transitions = 0, depth = 0;
  std::size_t length = 0;  // of the counterexample; 0: none
  bool exhausted = false;
  double seconds = 0;  // of processor time
};

class FirstBug : public SearchListener {
 public:
  bool found(const Failure&, const Schedule& schedule) override { return length = schedule.size(), false; }
  std::size_t length = 0;
};

Figures search(const Image& image, const Configuration& configuration, const char* detector_name, double seconds) {
  CheckOptions options;
  options.search = "best-first";
  options.detector = detector_name;
  options.visible = Visibility::All;
  options.heuristics = configuration.heuristics;
  options.shortest = configuration.shortest;
  options.bounds.seconds = seconds;
  Round round;
  round.loop_bound.every_round = true;
  ThreadNames names;
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector = make_detector(options.detector, journal, error);
  if (!error.empty()) give_up(error);
  Machine machine(image, options, journal, detector.get(), names, round);
  FirstBug first;
  const auto live = std::make_unique<LiveState>();
  const double begin = processor_seconds();
  const SearchOutcome outcome = search_best_first(machine, options, first, *live);
  return {outcome.stats.states, outcome.stats.transitions, outcome.stats.max_depth,
          first.length,         outcome.exhausted,         processor_seconds() - begin};
}

// In a fork: a machine begins with the program's memory as it finds it, so that each needs a fresh copy.
Figures measure(const Image& image, const Configuration& configuration, double seconds,
                const char* detector = kSummaryWithoutReads) {
  int ends[2];
  if (pipe(ends) != 0) give_up("no pipe");
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) give_up("no process");
  if (pid == 0) {
    const Figures f = search(image, configuration, detector, seconds);
    _exit(write(ends[1], &f, sizeof f) == sizeof f ? 0 : 1);
  }
  close(ends[1]);
  Figures f;
  const bool told = read(ends[0], &f, sizeof f) == sizeof f;
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  if (!told) give_up("a search ended without its figures");
  return f;
}

std::unique_ptr<LoadedProgram> load_example(const char* file) {
  return load(std::string(HEDDLE_EXAMPLES "/papers/kim/") + file, {});
}

struct Settings {
  double seconds = 20;  // for one search of one program
  bool smoke = false;
  std::string program;  // only those whose name has this in it
};

std::string number(std::uint64_t n) { return fmt::format("{}", n); }
std::string length_text(const Figures& f) { return f.length > 0 ? number(f.length) : f.exhausted ? "none" : "-"; }

// ---- figure 8 and appendix B ---------------------------------------------------------------------------------------

struct Subject {
  const char* name;  // the paper's, with (threads, iterations)
  const char* file;
  unsigned dfs_states, dfs_length, states, length;  // figure 8: depth-first, and all four heuristics
  unsigned others[5];                               // appendix B: lengths, in the order of kOthers
};

constexpr Subject kSubjects[] = {
    {"DisBarrier (2,2)", "dissemination_barrier.c", 109, 109, 79, 39, {44, 44, 44, 44, 39}},
    {"StaticTreeBarrier (7,1)", "static_tree_barrier.c", 123, 123, 407, 102, {102, 102, 102, 102, 102}},
    {"StripedHashSet (4,12)", "striped_hash_set.c", 35, 35, 213, 26, {26, 44, 33, 35, 35}},
    {"LazyList (4,16)", "lazy_list.c", 87, 87, 360, 44, {44, 99, 302, 87, 87}},
    {"OptimisticList (3,6)", "optimistic_list.c", 47, 47, 229, 37, {37, 54, 102, 47, 47}},
    {"Bakery (2,2)", "bakery.c", 53, 42, 79, 37, {37, 358, 358, 351, 351}},
    {"LockFreeQueue (2,2)", "lock_free_queue.c", 31, 27, 37, 17, {17, 17, 18, 27, 27}},
    {"CLHLock (4,8)", "clh_lock.c", 106, 98, 106, 48, {48, 35, 39, 98, 98}},
    {"CorrectedMCSLock (2,4)", "mcs_lock.c", 289, 136, 107, 33, {44, 33, 33, 35, 33}},
    {"IteratorTest(LockFreeQueue) (2,2)", "queue_iterator.cpp", 33, 33, 57, 30, {16, 16, 16, 30, 30}},
    {"IteratorTest(EBDeque) (2,2)", "deque_iterator.cpp", 25, 25, 41, 22, {12, 12, 12, 22, 22}},
    {"IteratorTest(LockFreeList) (2,2)", "list_iterator.cpp", 37, 37, 65, 34, {18, 21, 21, 34, 34}},
    {"QueueTest (2,2)", "queue_test.cpp", 91, 81, 180, 85, {85, 85, 85, 85, 85}},
    {"moldyn (2,1)", "moldyn.c", 1884, 1884, 1894, 949, {1352, 948, 948, 949, 949}},
    {"sor (2,15)", "sor.c", 76, 76, 84, 44, {44, 44, 44, 44, 44}},
    {"lufact (2,5)", "lufact.c", 26, 26, 32, 18, {18, 18, 18, 18, 18}},
    {"montecarlo (2,5)", "montecarlo.c", 105, 94, 29, 15, {15, 15, 15, 94, 94}},
};

class GeometricMean {
 public:
  void add(double ratio) { sum_ += std::log(ratio), ++count_; }
  double value() const { return count_ > 0 ? std::exp(sum_ / count_) : 0; }
  unsigned count() const { return count_; }

 private:
  double sum_ = 0;
  unsigned count_ = 0;
};

double ratio(std::size_t of, std::size_t to) { return static_cast<double>(of) / static_cast<double>(to); }

// The same with a detector that remembers reads, which is what the tool has if it is not told otherwise.
double with_exact_detector(const Subject& s, const Image& image, const Settings& settings, Table& table) {
  const auto find = [&](const Configuration& c) { return measure(image, c, settings.seconds, "summary"); };
  const Figures dfs = find(kDfs), best = find(kAllFour);
  table.add({s.name, length_text(dfs), length_text(best), length_text(find(kOthers[0])), length_text(find(kOthers[1])),
             length_text(find(kShortest))});
  if (dfs.length == 0 || best.length == 0) give_up(fmt::format("no race found in {}", s.name));
  return ratio(best.length, dfs.length);
}

void figure_8(const Settings& settings) {
  Table table({"program", "dfs state", "length", "heur. state", "length", "ratio", "our dfs state", "length",
               "heur. state", "length", "ratio"});
  Table lengths({"program", "dfs", "all four", "WW,WF", "WF", "WW", "ARA", "AF", "shortest"});
  Table exact({"program", "dfs", "all four", "WW,WF", "WF", "shortest"});
  GeometricMean paper, ours, of_exact, of_others[std::size(kOthers)], paper_others[std::size(kOthers)];
  unsigned found = 0;
  for (const Subject& s : kSubjects) {
    if (std::string_view(s.name).find(settings.program) == std::string_view::npos) continue;
    const auto program = load_example(s.file);
    const Figures dfs = measure(program->image(), kDfs, settings.seconds);
    const Figures best = measure(program->image(), kAllFour, settings.seconds);
    const bool both = dfs.length > 0 && best.length > 0;
    found += both;
    paper.add(ratio(s.length, s.dfs_length));
    if (both) ours.add(ratio(best.length, dfs.length));
    table.add({s.name, number(s.dfs_states), number(s.dfs_length), number(s.states), number(s.length),
               fmt::format("{:.2f}", ratio(s.length, s.dfs_length)), number(dfs.states), length_text(dfs),
               number(best.states), length_text(best),
               both ? fmt::format("{:.2f}", ratio(best.length, dfs.length)) : ""});
    std::vector<std::string> row = {s.name, fmt::format("{} ({})", length_text(dfs), s.dfs_length),
                                    fmt::format("{} ({})", length_text(best), s.length)};
    for (std::size_t i = 0; i < std::size(kOthers); ++i) {
      const Figures other = measure(program->image(), kOthers[i], settings.seconds);
      row.push_back(fmt::format("{} ({})", length_text(other), s.others[i]));
      if (both && other.length > 0) of_others[i].add(ratio(other.length, dfs.length));
      paper_others[i].add(ratio(s.others[i], s.dfs_length));
    }
    row.push_back(length_text(measure(program->image(), kShortest, settings.seconds)));
    lengths.add(row);
    of_exact.add(with_exact_detector(s, program->image(), settings, exact));
    if (settings.smoke) break;
  }
  fmt::print("Figure 8: states and length of the counterexample, depth-first and with all four heuristics.\n\n");
  table.print();
  fmt::print("\nAppendix B: lengths by heuristics, ours (the paper's); '-': not within {} s.\n\n", settings.seconds);
  lengths.print();
  fmt::print("\nlength / dfs, geometric mean, ours (the paper's):");
  for (std::size_t i = 0; i < std::size(kOthers); ++i)
    fmt::print("{} {} {:.2f} ({:.2f})", i > 0 ? "," : "", kOthers[i].name, of_others[i].value(),
               paper_others[i].value());
  fmt::print("\n\nLengths with read rows.\n\n");
  exact.print();
  fmt::print("\nlength with all four / dfs, geometric mean, with read rows: {:.2f}\n", of_exact.value());
  fmt::print(
      "\nlength with all four / dfs, geometric mean over {} programs: {:.2f} (wanted: {}); the paper's: {:.2f}\n",
      found, ours.value(), at_most(ours.value(), 0.6), paper.value());
}

// ---- figure 10 -----------------------------------------------------------------------------------------------------

struct Overhead {
  const char* name;
  const char* file;
  const char* result;
  unsigned states, length;  // the same with and without race detection
};

constexpr Overhead kOverheads[] = {{"Simple (2)", "simple.cpp", "no error", 12, 4},
                                   {"Peterson (2,2)", "peterson.cpp", "no error", 866, 46},
                                   {"SenseBarrierTest (2,2)", "sense_barrier.cpp", "no error", 3329, 94},
                                   {"TourBarrierTest (3,3)", "tournament_barrier.cpp", "other error", 182, 182}};

void figure_10(const Settings& settings) {
  Table table({"program", "result", "state", "length", "our result", "no detector: state", "length",
               "with detector: state", "length", "time with / without"});
  for (const Overhead& o : kOverheads) {
    const auto program = load_example(o.file);
    const Figures without = measure(program->image(), kDfs, settings.seconds, "none");
    const Figures with = measure(program->image(), kDfs, settings.seconds);
    const auto depth = [](const Figures& f) { return number(f.length > 0 ? f.length : f.depth); };
    table.add({o.name, o.result, number(o.states), number(o.length),
               with.length > 0  ? "other error"
               : with.exhausted ? "no error"
                                : "-",
               number(without.states), depth(without), number(with.states), depth(with),
               fmt::format("{:.2f}", with.seconds / without.seconds)});
    if (settings.smoke) break;
  }
  fmt::print("Figure 10: what race detection costs, depth-first. Length: of the longest path, or to the error.\n\n");
  table.print();
  fmt::print("\n");
}

// ---- figure 4 ------------------------------------------------------------------------------------------------------

void figure_4(const Settings& settings) {
  const auto program = load_example("peterson_plain.c");
  const Figures dfs = measure(program->image(), kDfs, settings.seconds);
  const Figures best = measure(program->image(), kWritesFirst, settings.seconds);
  Table table({"search", "visited", "our visited", "made"});
  table.add({"dfs", "7", length_text(dfs), number(dfs.transitions)});
  table.add({"WF", "4", length_text(best), number(best.transitions)});
  fmt::print(
      "Figure 4: states of Peterson's algorithm (figure 3) until the race. Visited: those on the way to the race,\n"
      "with the one that shows it, without the first. A step is a statement there and an access here.\n\n");
  table.print();
  fmt::print("\n");
}

}  // namespace
}  // namespace heddle::bench

// bench_papers [--only kim] [--program NAME] [--seconds S] [--smoke]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  heddle::cli::fix_addresses(argv);
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--smoke") {
      settings.smoke = true;
    } else if (word == "--seconds" && has_value) {
      settings.seconds = std::atof(argv[++i]);
    } else if (word == "--program" && has_value) {
      settings.program = argv[++i];
    } else if (word == "--only" && has_value && std::string_view(argv[i + 1]) == "kim") {
      ++i;
    } else {
      wrong_usage("bench_papers [--only kim] [--program NAME] [--seconds S] [--smoke]");
    }
  }
  if (settings.program.empty()) {
    figure_4(settings);
    figure_10(settings);
  }
  figure_8(settings);
}
