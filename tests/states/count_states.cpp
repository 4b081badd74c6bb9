#include "count_states.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>

#include "search/all_states.h"
#include "setting.h"

namespace heddle::states {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Count : public AllStates {
 public:
  Count(Machine& machine, std::uint64_t most, bool measures)
      : AllStates(machine), program_(machine), most_(most), measures_(measures) {}

  std::uint64_t bytes = 0;
  std::string problem;

 private:
  bool met(const ScheduleStep*, const Fingerprint&, bool is_new) override {
    if (!is_new) return true;
    if (measures_) bytes += program_.exact_state().size();
    if (!machine_.failures().empty()) problem = std::string(name_of(machine_.failures().front().kind));
    if (machine_.status() == Status::Refused) problem = machine_.refusal();
    if (states() > most_) problem = fmt::format("more than {} states", most_);
    return problem.empty();
  }

  const Machine& program_;
  const std::uint64_t most_;
  const bool measures_;
};

class ControlStates : public AllStates {
 public:
  ControlStates(Setting& setting, unsigned threads)
      : AllStates(setting.machine), sites_(setting.machine.image().sites), names_(setting.names), threads_(threads) {}

  std::set<std::vector<unsigned>> all;

 private:
  unsigned line_of(const Pending& p) const { return sites_[p.operation.site].frames.front().line; }

  const Pending* find(ThreadId t) const {
    const auto at = std::ranges::find_if(machine_.pending(), [&](const Pending& p) { return p.thread == t; });
    return at == machine_.pending().end() ? nullptr : &*at;
  }

  bool met(const ScheduleStep*, const Fingerprint&, bool) override {
    std::vector<unsigned> lines(threads_, 0);
    unsigned created = 0;
    for (const ThreadId t : machine_.world().threads_by_rank())
      for (unsigned i = 0; i < threads_; ++i) {
        if (names_.name(t) != fmt::format("main/{}", i + 1)) continue;
        ++created;
        if (const Pending* const p = find(t)) lines[i] = line_of(*p);
      }
    if (created == threads_) all.insert(lines);
    return true;
  }

  void take(const ScheduleStep& step) override {
    const unsigned line = line_of(*find(step.thread));
    AllStates::take(step);
    for (const Pending* p = find(step.thread); p && p->enabled && line_of(*p) == line; p = find(step.thread))
      machine_.step(step.thread, 0);
  }

  const SiteTable& sites_;
  const ThreadNames& names_;
  const unsigned threads_;
};

}  // namespace

Counted count_states(const Image& image, Visibility visible, const std::string& detector, std::uint64_t most) {
  Counted counted;
  for (const bool measures : {false, true}) {
    Setting setting(image, visible, detector);
    Count count(setting.machine, most, measures);
    const double begin = processor_seconds();
    count.visit();
    if (measures)
      counted.bytes = count.bytes;
    else
      counted = {count.states(), count.steps(), 0, processor_seconds() - begin, count.problem};
  }
  return counted;
}

std::set<std::vector<unsigned>> count_control_states(const Image& image, Visibility visible, unsigned threads) {
  Setting setting(image, visible, "none");
  ControlStates states(setting, threads);
  states.visit();
  return states.all;
}

}  // namespace heddle::states
