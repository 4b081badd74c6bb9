// Who hears what a search finds, and decides with it whether the search goes on.
//
// A bug is described by running its schedule once more with a recorder. That happens in a fork of the exploring
// process: the search's own machine and snapshots stay as they are, and if the description itself fails (the program
// may have overwritten anything) the search still can say in plain words what it saw. When the bug is safe, a second
// fork looks for a schedule with fewer context switches and sends the bug once more; whatever becomes of that fork, the
// first description stands.
//
// Where the search is `auto` it is interrupted by bursts of random schedules (run/burst.h), and takes turns with a
// second search (run/second_search.h). Both run in forks, with a listener of their own: the fork's copy of this one.
//
// Main functions: found -> take; may_go_on; reached (checkpoints); begin_round.
#pragma once
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/round.h"
#include "report/checkpoint.h"
#include "run/branching.h"
#include "run/burst.h"
#include "run/second_search.h"
#include "run/sightings.h"
#include "search/burst.h"

namespace heddle::run {

// What a describing fork tells back to the search: which entry of --ignore covers the race; what the failing thread
// accessed in its last step. Shared memory.
struct Answer {
  static constexpr std::size_t kMostRanges = 64;
  std::size_t entry;
  char text[400];
  std::size_t ranges;
  ByteRange range[kMostRanges];
};

class Listener : public SearchListener {
 public:
  // `stop`: somebody asks the run to end. `second_search`: there is to be one.
  Listener(Machine& machine, ThreadNames& names, const CheckOptions& options, Round& round, int descriptor,
           const std::atomic<bool>& stop, bool second_search);

  bool found(const Failure& failure, const Schedule& schedule) override;
  void completed(const AbstractMachine& machine, const Schedule& schedule) override;
  bool may_go_on(const SearchProgress& progress, std::uint64_t& ask_again) override;

  // The second search of `auto`, which has told the result of the run.
  bool told() const { return told_; }
  // The search has covered everything, but for times at which a clock leapt over what a thread waits for.
  bool find_without_leaps();
  bool let_second_search_take_over();
  std::function<int()> explore_states = [] { return 1; };
  const SecondSearch& second() const { return second_; }

  // Where the search stands is sent every so often, with what `add_rest` knows of the run. What takes long to send is
  // sent less often.
  bool wants_frontier() override;
  void stored(std::span<const std::uint64_t> piece) override;
  void reached(const Frontier& frontier) override;
  std::function<void(Checkpoint&)> add_rest = [](Checkpoint&) {};

  // Goes on with what another process has done. The options and the machine have learned of it already.
  void resume(const CheckpointFile& file);
  const Frontier* resumes_from() override { return sampling_ == nullptr ? std::exchange(from_, nullptr) : nullptr; }
  std::span<const std::uint64_t> next_stored() override;

  // A bug that is not in the baseline.
  bool found_any() const { return found_new_ || !sights.found_by.empty(); }
  // Which search found the first bug; empty: none, `used`: the one that is no burst.
  std::string found_by(const std::string& used) const { return sights.found_by == kSearch ? used : sights.found_by; }
  std::uint64_t sampled() const { return burst_.executions(); }

  // Before another round of the search. `afresh`: what is visible or passed over has changed.
  void begin_round(bool afresh);

  Sightings sights;
  bool again = false;  // another race is to be ignored or passed over: search once more

 private:
  using Clock = std::chrono::steady_clock;
  enum class Told { Bug, Known, Ignored, Nothing };
  static constexpr const char* kSearch = "search";

  // In the fork that makes a burst.
  struct Sampling {
    const BurstSampler* picker;
    BurstReport* report;
    LiveState* live;
    double patience;  // seconds for a transition that does not end
  };

  bool take(const Failure& failure, const Schedule& schedule);
  bool is_known(const Bug& bug) const;
  Told tell(const Failure& failure, const Schedule& schedule);
  void note_finder();
  bool may_go_on_after_burst(const Statistics& so_far);
  int take_samples(const BurstShare& share, BurstReport& report, std::size_t steps);

  Told in_fork(const std::function<int()>& work);
  std::optional<Bug> described(const Failure& failure, const Schedule& schedule);
  int describe_and_send(Failure failure, const Schedule& schedule);
  int minimise_and_send(Failure failure, const Schedule& schedule);

  bool covers_interleavings() const;
  bool pass_over(const Race& race);
  bool see(const Race& race);
  void see_last_step(const Failure& failure, const Schedule& schedule);
  int collect_last_step(Failure failure, const Schedule& schedule);
  void ignore(const Failure& failure);

  Machine& machine_;
  ThreadNames& names_;
  const CheckOptions& options_;
  Round& round_;
  int descriptor_;
  Answer* answer_;  // nullptr: there is no memory for it
  const std::atomic<bool>& stop_;
  BranchingWatch branching_;
  Burst burst_;
  SecondSearch second_;
  std::uint64_t transitions_ = 0;  // of this round, when it was last asked
  bool told_ = false;
  bool found_new_ = false;
  Sampling* sampling_ = nullptr;
  const Frontier* from_ = nullptr;
  std::span<const std::string_view> pieces_;  // of what was stored there, not read yet
  std::vector<std::uint64_t> words_;          // of one
  Clock::time_point kept_ = Clock::now();
  bool sends_ = false;  // pieces of what is stored: the rest comes next
  double seconds_to_send_ = 0;
};

}  // namespace heddle::run
