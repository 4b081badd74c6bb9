#include "harness.h"

#include <fmt/format.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>

#include "detect/registry.h"
#include "frontend/compile.h"
#include "machine/runtime.h"
#include "search/search.h"

namespace heddle::bench {
namespace {

double read_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class NoBugs : public SearchListener {
 public:
  bool found(const Failure& failure, const Schedule&) override {
    give_up(fmt::format("the program has a bug: {} {}", name_of(failure.kind), failure.detail));
  }
};

}  // namespace

double processor_seconds() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds() { return read_clock(CLOCK_MONOTONIC); }

void give_up(const std::string& why) {
  fmt::print(stderr, "bench: {}\n", why);
  std::exit(1);
}

std::unique_ptr<LoadedProgram> load(const std::string& file, const std::vector<std::string>& flags,
                                    std::span<const RuntimeSymbol> runtime) {
  CompileRequest request;
  request.files = {file};
  request.flags = flags;
  CompileResult compiled = compile(request);
  if (compiled.error) give_up(compiled.error->message);
  LoadRequest wanted;
  wanted.units = std::move(compiled.units);
  wanted.runtime = runtime.empty() ? runtime_symbols() : runtime;
  LoadResult loaded = load_program(std::move(wanted));
  if (!loaded.program) give_up(loaded.error);
  return std::move(loaded.program);
}

Exploration explore(const Image& image, const CheckOptions& options, double seconds) {
  ThreadNames names;
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector = make_detector(options.detector, journal, error);
  if (!error.empty()) give_up(error);
  const SearchKind* const search = find_search(options.search);
  if (search == nullptr) give_up(fmt::format("no search '{}'", options.search));
  Machine machine(image, options, journal, detector.get(), names);
  NoBugs listener;
  auto live = std::make_unique<LiveState>();

  Exploration result;
  unsigned runs = 0;
  const double begin = processor_seconds();
  do {
    const SearchOutcome outcome = run_search(*search, machine, options, listener, *live);
    if (!outcome.exhausted && !options.bounds.executions)
      give_up(outcome.limits.empty() ? "the search did not end" : outcome.limits.front());
    result.stats = outcome.stats;
    ++runs;
    result.seconds = processor_seconds() - begin;
  } while (result.seconds < seconds);
  result.seconds /= runs;
  return result;
}

}  // namespace heddle::bench
