// One execution with a trace writer among the machine's observers (trace/writer.h).
//
// Main functions: record_execution; run_schedule, run_randomly.
#include "run/record.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>

#include "detect/registry.h"
#include "machine/machine.h"
#include "machine/recorder.h"
#include "report/describe.h"
#include "run/location_classes.h"
#include "run/machine_names.h"
#include "search/random.h"
#include "trace/writer.h"

namespace heddle::run {
namespace {

// Names and source lines, as reports say them. Only while the machine records.
class Names final : public trace::Surroundings {
 public:
  explicit Names(const Machine& machine)
      : machine_(machine),
        names_(machine),
        input_{failure_,
               schedule_,
               recording_,
               machine.image(),
               machine.names(),
               names_,
               [](ObjectId) { return Address{}; }},
        describer_(input_, source_) {}

  const sync::World& world() const override { return machine_.world(); }
  std::string thread(ThreadId t) const override { return machine_.names().name(t); }
  std::string variable(Address a) const override { return machine_.name_address(a).variable; }
  std::string place(SiteId site, ThreadId t) override {
    const auto [known, fresh] = known_.try_emplace({site, machine_.stack_of(t)});
    if (fresh) known->second = short_position(describer_.place(site, known->first.second).position);
    return known->second;
  }

 private:
  const Machine& machine_;
  const Failure failure_;
  const Schedule schedule_;
  const Recording recording_;
  const MachineNames names_;
  SourceText source_;
  const DescribeInput input_;
  const Describer describer_;
  std::map<std::pair<SiteId, std::vector<std::uintptr_t>>, std::string> known_;
};

std::string run_schedule(Machine& machine, const Schedule& schedule) {
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (machine.status() != Status::Running) return fmt::format("the execution ended before step {}", i + 1);
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  return {};
}

void run_randomly(Machine& machine, const CheckOptions& options) {
  RandomNumbers random(options.seed);
  const std::uint64_t most = options.bounds.depth.value_or(~std::uint64_t{0});
  for (std::uint64_t n = 0; n < most && machine.status() == Status::Running; ++n) {
    std::vector<Pending> enabled;
    for (const Pending& p : machine.pending())
      if (p.enabled) enabled.push_back(p);
    if (enabled.empty()) return;
    const Pending& p = enabled[random.below(static_cast<std::uint32_t>(enabled.size()))];
    const Choice choice = p.outcomes > 1 ? static_cast<Choice>(random.below(p.outcomes)) : Choice{0};
    machine.step(p.thread, choice);
  }
}

}  // namespace

std::string record_execution(const Image& image, const CheckOptions& asked, const RecordRequest& request) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(request.path.c_str(), "wb"),
                                                            [](std::FILE* f) { return std::fclose(f); });
  if (!out) return std::strerror(errno);
  CheckOptions options = asked;
  if (!options.ignore.empty()) options.keep_going = true;  // races that are passed over
  ThreadNames names(process_names(options.processes));
  for (std::size_t i = 1; i < request.thread_names.size(); ++i) names.add(request.thread_names[i]);
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector =
      make_detector(options.detector, journal, error, detector_options(image, options, names));
  if (!error.empty()) return error;
  Machine machine(image, options, journal, detector.get(), names, request.round);
  Names surroundings(machine);
  trace::Writer writer(out.get(), request.source, surroundings);
  machine.observe(static_cast<AccessObserver&>(writer));
  machine.observe(static_cast<ProgramObserver&>(writer));
  Recorder events;  // names and call stacks are known only while the machine records
  events.watch_size = ~std::uint64_t{0};
  machine.record(&events);
  machine.start();
  if (request.schedule != nullptr)
    error = run_schedule(machine, *request.schedule);
  else
    run_randomly(machine, options);
  writer.flush();
  machine.record(nullptr);
  if (std::fflush(out.get()) != 0 || std::ferror(out.get()) != 0) return std::strerror(errno);
  return error;
}

}  // namespace heddle::run
