// A bug is described by running its schedule once more with a recorder. That happens in a fork of the exploring
// process: the search's own machine and snapshots stay as they are, and if the description itself fails (the program
// may have overwritten anything) the search still can say in plain words what it saw.
#include "cli/explore.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "cli/rerun.h"
#include "detect/registry.h"

namespace heddle::cli {
namespace {

class NoNames : public AddressNames {
 public:
  AddressName name(Address) const override { return {}; }
};

// Without a recording: only what the failure itself and the site table tell.
Bug plain_description(const Machine& machine, const Failure& failure, const Schedule& schedule) {
  const Recording nothing;
  const NoNames names;
  SourceText source;
  return describe(
      {failure, schedule, nothing, machine.image(), machine.names(), names, [](ObjectId) { return Address{}; }},
      source);
}

class Listener : public SearchListener {
 public:
  Listener(Machine& machine, const CheckOptions& options, int descriptor)
      : machine_(machine), options_(options), descriptor_(descriptor) {}

  bool found(const Failure& failure, const Schedule& schedule) override {
    if (failure.kind == BugKind::Race && machine_.status() == Status::Running) race_passed_over = true;
    const auto& wanted = options_.properties;
    if (failure.kind != BugKind::Discipline && std::find(wanted.begin(), wanted.end(), failure.kind) == wanted.end()) {
      if (machine_.status() == Status::Failed) passed_over.insert(name_of(failure.kind));
      return true;
    }
    if (!seen_.insert(failure.key()).second) return true;
    if (!describe_in_fork(failure, schedule))
      send_message(descriptor_, to_wire(plain_description(machine_, failure, schedule)));
    return options_.keep_going;
  }

  void completed(const Machine& machine, const Schedule&) override {
    if (machine.status() == Status::Finished) exit_statuses.insert(machine.exit_status());
  }

  std::set<int> exit_statuses;
  std::set<std::string> passed_over;
  bool race_passed_over = false;

 private:
  bool describe_in_fork(const Failure& failure, const Schedule& schedule) {
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) return false;
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      _exit(describe_and_send(failure, schedule));
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  int describe_and_send(const Failure& failure, const Schedule& schedule) {
    const Rerun run = rerun(machine_, schedule, &failure);
    // What the rerun saw is used: with a recorder the machine knows the site of a crash better than the search did.
    const Failure* same = same_failure(run, failure);
    if (same == nullptr || !run.divergence.empty()) return 1;
    return send_message(descriptor_, to_wire(describe_rerun(machine_, schedule, run, *same))) ? 0 : 1;
  }

  Machine& machine_;
  const CheckOptions& options_;
  int descriptor_;
  std::set<std::uint64_t> seen_;
};

int send_failure(int descriptor, std::string limit) {
  Exploration exploration;
  exploration.limits.push_back(std::move(limit));
  return send_message(descriptor, to_wire(exploration)) ? 0 : 1;
}

}  // namespace

int explore(const Image& image, const CheckOptions& options, SharedState& shared, int descriptor) try {
  ThreadNames names;
  names.mirror(&shared.threads);
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector = make_detector(options.detector, journal, error);
  if (!error.empty()) return send_failure(descriptor, error);
  const std::unique_ptr<Search> search = make_search(options.search);
  if (!search) return send_failure(descriptor, fmt::format("search '{}' is not available", options.search));

  Machine machine(image, options, journal, detector.get(), names);
  Listener listener(machine, options, descriptor);
  SearchOutcome outcome = search->run(machine, options, listener, shared.live);

  Exploration e;
  e.exhausted = outcome.exhausted;
  e.limits = std::move(outcome.limits);
  if (detector && detector->overflowed() != nullptr) e.limits.emplace_back(detector->overflowed());
  e.stats = outcome.stats;
  e.used_search = outcome.used_search.empty() ? options.search : outcome.used_search;
  e.exact_detector = detector && detector->exact();
  e.exit_statuses.assign(listener.exit_statuses.begin(), listener.exit_statuses.end());
  e.uncontrolled = machine.uncontrolled();
  e.passed_over.assign(listener.passed_over.begin(), listener.passed_over.end());
  e.race_passed_over = listener.race_passed_over;
  return send_message(descriptor, to_wire(e)) ? 0 : 1;
} catch (const std::exception& e) {
  return send_failure(descriptor, fmt::format("internal error: {}", e.what()));
}

}  // namespace heddle::cli
