// What each search makes of the same programs: complete executions, executions cut off as redundant, transitions, time,
// transitions per second, and how fast a reduction steps compared with brute force: with dfs that is stopped after as
// many transitions, since starting the program, which is no transition, is most of a short search. The two are run in
// turn, several times, and the median counts: the machine may be faster now and slower then.
//
// A search that is not through after its share of time is stopped, and its row says so: its counts are then a part of
// what there is, while transitions per second still mean what they say. Searches that only sample (random, pct) have no
// counts to compare and are left out.
//
// --minutes M is another thing: one program that is far too large, searched for M minutes by each search or by one,
// with the resident memory over time. A stateless search needs what its current execution needs; the last line says by
// how much the memory grew after the first tenth of the time.
//
// Main functions: measure (a program under each search), long_run.
#include "search/search.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "cli/prepare.h"
#include "detect/registry.h"
#include "harness.h"
#include "search/bounds.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

struct Subject {
  const char* name;
  const char* file;  // below tests/programs, or below bench/programs if it begins with a dot
  std::vector<std::string> flags;
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = {
      {"sections 3x2", "./critical_sections.c", {"-DTHREADS=3", "-DROUNDS=2"}},
      {"sections 3x3", "./critical_sections.c", {"-DTHREADS=3", "-DROUNDS=3"}},
      {"readers 3", "counts/readers.c", {}},
      {"lastzero 3", "counts/lastzero_3.c", {}},
      {"lastzero 5", "counts/lastzero_5.c", {}},
      {"indexer 12", "counts/indexer_12.c", {}},
      {"filesystem 14", "counts/filesystem_14.c", {}},
      {"philosophers 3", "philosophers/ordered_3.c", {}},
      {"philosophers 5", "philosophers/ordered_5.c", {}},
      {"peterson", "idioms/peterson.c", {}},
      {"dekker", "idioms/dekker.c", {}},
      {"barrier phases", "idioms/barrier_phases.c", {}},
      {"bounded queue", "textbook/bounded_queue.c", {}},
      {"treiber stack", "textbook/treiber_stack.cpp", {}},
      {"michael-scott queue", "textbook/michael_scott_queue.cpp", {}},
      {"chase-lev deque", "textbook/chase_lev_deque.cpp", {}},
      {"mcs lock", "textbook/mcs_lock.cpp", {}},
      {"clh lock", "textbook/clh_lock.cpp", {}},
      {"seqlock", "textbook/seqlock.cpp", {}},
      {"fair readers, writers", "textbook/readers_writers_fair.c", {}},
      {"thread pool", "textbook/thread_pool.cpp", {}},
  };
  return list;
}

struct Settings {
  double seconds = 2;  // for one search of one program
  double minutes = 0;  // of a long run
  std::string only;    // one program
  std::string search;  // of a long run; empty: each
  bool smoke = false;
};

std::unique_ptr<LoadedProgram> load_subject(const Subject& subject) {
  const std::string file = subject.file;
  return load(file[0] == '.' ? HEDDLE_BENCH_PROGRAMS + file.substr(1) : HEDDLE_TEST_PROGRAMS "/" + file, subject.flags);
}

std::vector<std::string> exhaustive_searches() {
  std::vector<std::string> names = search_names();
  // Those that compare states have a benchmark of their own (stateful.cpp).
  std::erase_if(names, [](const std::string& n) {
    return n == "auto" || !search_kind(n).covers || search_kind(n).compares_states;
  });
  return names;
}

// Notes the resident memory every so often.
class Watcher : public SearchListener {
 public:
  struct Sample {
    double seconds;
    std::uint64_t executions, resident_kb;
  };

  explicit Watcher(double every = 0) : every_(every) {}
  bool found(const Failure& failure, const Schedule&) override {
    give_up(fmt::format("the program has a bug: {} {}", name_of(failure.kind), failure.detail));
  }
  void completed(const AbstractMachine&, const Schedule&) override {
    ++executions_;
    if (every_ == 0 || executions_ % 64 != 0) return;
    const double now = wall_seconds() - begin_;
    if (now < every_ * static_cast<double>(samples.size() + 1)) return;
    samples.push_back({now, executions_, resident_kb()});
  }

  std::vector<Sample> samples;

 private:
  const double every_;
  const double begin_ = wall_seconds();
  std::uint64_t executions_ = 0;
};

struct Measured {
  std::uint64_t executions = 0, blocked = 0, transitions = 0;
  double seconds = 0;  // of processor time
  bool exhausted = false;
  bool flat = false;     // a long run: its memory did not grow
  char limit[200] = "";  // what ended it otherwise
  double rate = 0;       // transitions per second, over several runs if one is short
};

// `least`: seconds to measure the rate over. `most`: transitions of a run, 0 for any number.
Measured search(const Image& image, const std::string& name, double seconds, double least, std::uint64_t most,
                Watcher& watcher) {
  CheckOptions options;
  options.search = name;
  options.bounds.seconds = seconds;
  if (most > 0) options.bounds.transitions = most;
  ThreadNames names;
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector = make_detector(options.detector, journal, error);
  if (!error.empty()) give_up(error);
  Machine machine(image, options, journal, detector.get(), names);
  const auto live = std::make_unique<LiveState>();
  const double begin = processor_seconds();
  const SearchKind& kind = *find_search(name);
  const SearchOutcome outcome = run_search(kind, machine, options, watcher, *live);
  Measured m;
  m.seconds = processor_seconds() - begin;
  double all = static_cast<double>(outcome.stats.transitions);
  while (processor_seconds() - begin < least)
    all += static_cast<double>(run_search(kind, machine, options, watcher, *live).stats.transitions);
  m.rate = all / (processor_seconds() - begin);
  m.executions = outcome.stats.executions;
  m.blocked = outcome.stats.blocked;
  m.transitions = outcome.stats.transitions;
  m.exhausted = outcome.exhausted;
  const std::string limit = outcome.limits.empty() ? "not exhausted" : outcome.limits[0];
  m.limit[limit.copy(m.limit, sizeof m.limit - 1)] = 0;
  return m;
}

// Runs `work` in a fork: a machine begins with the program's memory as it finds it, so that each needs a fresh copy.
template <class F>
Measured in_fork(F work) {
  int ends[2];
  if (pipe(ends) != 0) give_up("no pipe");
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) give_up("no process");
  if (pid == 0) {
    const Measured m = work();
    std::fflush(nullptr);
    _exit(write(ends[1], &m, sizeof m) == sizeof m ? 0 : 1);
  }
  close(ends[1]);
  Measured m;
  const bool told = read(ends[0], &m, sizeof m) == sizeof m;
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  if (!told) give_up("a search ended without its figures");
  return m;
}

std::string how_it_ended(const Measured& m) {
  if (m.exhausted) return "";
  const std::string limit = m.limit;
  return limit.find("--timeout") != std::string::npos ? "out of time" : limit;
}

// Transitions per second relative to those of dfs, over all programs.
struct Speed {
  double sum = 0, least = 0;
  unsigned programs = 0;

  void add(double ratio) {
    least = programs++ == 0 ? ratio : std::min(least, ratio);
    sum += ratio;
  }
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Rates {
  double own = 0;     // transitions per second
  double of_dfs = 0;  // relative to those of dfs
};

Rates measure_rates(const Image& image, const std::string& name, std::uint64_t transitions, bool smoke) {
  const double seconds = smoke ? 0.01 : 0.03;
  const auto rate = [&](const std::string& search_name, std::uint64_t most) {
    return in_fork([&] {
             Watcher watcher;
             return search(image, search_name, 2 * seconds, seconds, most, watcher);
           })
        .rate;
  };
  std::vector<double> own, of_dfs;
  for (unsigned i = 0; i < (smoke ? 1 : 15); ++i) {
    own.push_back(rate(name, 0));
    of_dfs.push_back(own.back() / rate("dfs", transitions));
  }
  return {median(own), median(of_dfs)};
}

void measure(const Subject& subject, const Settings& settings, Table& table, std::map<std::string, Speed>& speeds) {
  const auto program = load_subject(subject);
  for (const std::string& name : exhaustive_searches()) {
    const Measured m = in_fork([&] {
      Watcher watcher;
      return search(program->image(), name, settings.seconds, 0, 0, watcher);
    });
    const Rates rates = measure_rates(program->image(), name, m.transitions, settings.smoke);
    if (name != "dfs") speeds[name].add(rates.of_dfs);
    table.add({subject.name, name, fmt::format("{}", m.executions), fmt::format("{}", m.blocked),
               fmt::format("{}", m.transitions), fmt::format("{:.1f}", m.seconds * 1000), count(rates.own),
               name != "dfs" ? fmt::format("{:.2f}", rates.of_dfs) : "", how_it_ended(m)});
  }
}

int measure_all(const Settings& settings) {
  Table table({"program", "search", "executions", "blocked", "transitions", "ms", "transitions/s", "of dfs", "ended"});
  std::map<std::string, Speed> speeds;
  bool first = true;
  for (const Subject& subject : subjects()) {
    if (!settings.only.empty() && settings.only != subject.name) continue;
    if (!first) table.rule();
    first = false;
    measure(subject, settings, table, speeds);
    if (settings.smoke) break;
  }
  if (first) give_up(fmt::format("no program '{}'", settings.only));
  fmt::print("The same programs under each search, at most {} s each, with the race detector vector-clock.\n\n",
             settings.seconds);
  table.print();
  for (const auto& [name, speed] : speeds)
    fmt::print("{}: {:.2f} of the transitions/s of dfs on average over {} programs, {:.2f} at least{}\n", name,
               speed.sum / speed.programs, speed.programs, speed.least,
               name != "optimal"    ? ""
               : speed.least >= 0.5 ? " (wanted: >= 0.5 yes)"
                                    : " (wanted: >= 0.5 NO)");
  return 0;
}

// True: the memory stayed as it was.
bool print_samples(const std::vector<Watcher::Sample>& samples) {
  constexpr double kMostGrowth = 1.05;
  Table table({"seconds", "executions", "resident KB"});
  for (const Watcher::Sample& s : samples)
    table.add({fmt::format("{:.0f}", s.seconds), fmt::format("{}", s.executions), fmt::format("{}", s.resident_kb)});
  table.print();
  if (samples.size() < 3) give_up("too few samples: the search ended early, or had too little of the processor");
  const double early = static_cast<double>(samples[samples.size() / 10].resident_kb);
  const double growth = static_cast<double>(samples.back().resident_kb) / early;
  fmt::print("\nresident memory at the end, relative to that after a tenth of the time: {:.3f} (wanted: {})\n\n",
             growth, at_most(growth, kMostGrowth));
  return growth <= kMostGrowth;
}

int long_run(const Settings& settings) {
  constexpr unsigned kSamples = 20;
  const Subject subject = {"sections 6x6", "./critical_sections.c", {"-DTHREADS=6", "-DROUNDS=6"}};
  const auto program = load_subject(subject);
  bool flat = true;
  std::vector<std::string> names = exhaustive_searches();
  if (!settings.search.empty()) std::erase_if(names, [&](const std::string& n) { return n != settings.search; });
  if (names.empty()) give_up(fmt::format("no search '{}' covers everything", settings.search));
  for (const std::string& name : names) {
    fmt::print("{}, {}\n\n", subject.name, name);
    const Measured m = in_fork([&] {
      Watcher watcher(settings.minutes * 60 / kSamples);
      Measured measured = search(program->image(), name, settings.minutes * 60, 0, 0, watcher);
      measured.flat = print_samples(watcher.samples);
      return measured;
    });
    fmt::print("{} executions, {} transitions in {:.0f} s of processor time\n\n", m.executions, m.transitions,
               m.seconds);
    flat = flat && m.flat;
  }
  return flat ? 0 : 1;
}

}  // namespace
}  // namespace heddle::bench

// bench_search [--smoke] [--seconds S] [--only PROGRAM] [--minutes M [--search NAME]]
int main(int argc, char** argv) {
  using namespace heddle::bench;
  heddle::cli::fix_addresses(argv);
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--smoke") {
      settings.smoke = true;
      settings.seconds = 0.5;
    } else if (word == "--seconds" && has_value) {
      settings.seconds = std::atof(argv[++i]);
    } else if (word == "--minutes" && has_value) {
      settings.minutes = std::atof(argv[++i]);
    } else if (word == "--only" && has_value) {
      settings.only = argv[++i];
    } else if (word == "--search" && has_value) {
      settings.search = argv[++i];
    } else {
      wrong_usage("bench_search [--smoke] [--seconds S] [--only PROGRAM] [--minutes M [--search NAME]]");
    }
  }
  return settings.minutes > 0 ? long_run(settings) : measure_all(settings);
}
