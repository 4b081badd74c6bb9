#include "search/minimise.h"

#include <utility>
#include <vector>

#include "search/context_bound.h"
#include "search/explorer.h"

namespace heddle {
namespace {

class Minimiser {
 public:
  Minimiser(AbstractMachine& machine, IsSameFailure same, std::function<bool()> stop, MinimiseBudget budget)
      : machine_(machine), same_(std::move(same)), stop_(std::move(stop)), budget_(budget) {}

  Schedule run(const Schedule& found) {
    best_ = found;
    longest_ = budget_.may_be_longer ? 2 * found.size() + 100 : found.size();
    left_ = budget_.blocks + found.size();  // the first run has to be possible
    if (!follow_original()) return found;
    improve();
    search_exactly();
    left_ = budget_.blocks / 4;
    shorten();
    return best_;
  }

 private:
  struct Block {
    ThreadId thread;
    std::size_t steps;
  };
  using Blocks = std::vector<Block>;

  static Blocks blocks_of(const Schedule& schedule) {
    Blocks blocks;
    for (const ScheduleStep& step : schedule) {
      if (blocks.empty() || blocks.back().thread != step.thread) blocks.push_back({step.thread, 0});
      ++blocks.back().steps;
    }
    return blocks;
  }
  static bool better(const Schedule& a, const Schedule& b) {
    const std::size_t in_a = context_switches(a), in_b = context_switches(b);
    return in_a != in_b ? in_a < in_b : a.size() < b.size();
  }

  // ---- one execution ---------------------------------------------------------------------------------------------

  enum class Stepped : std::uint8_t { On, Blocked, Found, Over };

  const Pending* enabled(ThreadId t) const {
    for (const Pending& p : machine_.pending())
      if (p.thread == t) return p.enabled ? &p : nullptr;
    return nullptr;
  }
  Stepped make(ThreadId thread, Choice choice) {
    ran_.push_back({thread, choice});
    --left_;
    machine_.step(thread, choice);
    for (const Failure& failure : machine_.failures())
      if (same_(machine_, failure)) return Stepped::Found;
    return machine_.status() == Status::Running && ran_.size() < longest_ ? Stepped::On : Stepped::Over;
  }
  // The thread's next step, with the outcome that it had there in the schedule, if it has that many.
  Stepped step(ThreadId thread) {
    const Pending* p = enabled(thread);
    if (p == nullptr) return Stepped::Blocked;
    if (left_ == 0 || stop_()) return Stepped::Over;
    if (thread.index() >= taken_.size()) taken_.resize(thread.index() + 1);
    const std::size_t n = taken_[thread.index()]++;
    const bool known = thread.index() < outcomes_.size() && n < outcomes_[thread.index()].size();
    const Choice wanted = known ? outcomes_[thread.index()][n] : Choice{0};
    return make(thread, wanted < p->outcomes ? wanted : Choice{0});
  }
  // As many of the block's steps as possible; the rest stays in it.
  Stepped advance(Block& block) {
    while (block.steps > 0) {
      const Stepped how = step(block.thread);
      if (how != Stepped::On) return how;
      --block.steps;
    }
    return Stepped::On;
  }

  void begin() {
    ran_.clear();
    taken_.clear();
    machine_.start();
  }

  // Does the failure appear if the blocks are executed in this order? ran_ is the schedule that led there.
  bool reaches(Blocks blocks) {
    begin();
    if (machine_.status() != Status::Running) return false;
    bool moved = true;
    while (moved) {  // more than once for what could not be done in its turn
      moved = false;
      for (Block& block : blocks) {
        const std::size_t before = block.steps;
        const Stepped how = advance(block);
        if (how == Stepped::Found) return true;
        if (how == Stepped::Over) return false;
        moved |= block.steps != before;
      }
    }
    return false;
  }

  void learn_outcomes() {
    outcomes_.clear();
    for (const ScheduleStep& step : best_) {
      if (step.thread.index() >= outcomes_.size()) outcomes_.resize(step.thread.index() + 1);
      outcomes_[step.thread.index()].push_back(step.choice);
    }
  }
  bool follow_original() {
    learn_outcomes();
    return !best_.empty() && reaches(blocks_of(best_)) && ran_ == best_;
  }

  // ---- passes over blocks ----------------------------------------------------------------------------------------

  bool keep_if_better() {
    if (!better(ran_, best_)) return false;
    best_ = ran_;
    learn_outcomes();
    return true;
  }
  bool try_blocks(Blocks blocks) { return reaches(std::move(blocks)) && keep_if_better(); }
  bool exhausted() const { return left_ == 0 || stop_(); }

  void improve() {
    group();
    while (!exhausted() && (merge() || drop())) {
    }
  }

  void group() {
    for (std::size_t width = blocks_of(best_).size(); width > 2; width = (width + 1) / 2)
      for (std::size_t first = 0; first + 2 < blocks_of(best_).size() && !exhausted(); first += (width + 1) / 2)
        if (Blocks blocks = grouped(blocks_of(best_), first, first + width); blocks.size() < blocks_of(best_).size())
          try_blocks(std::move(blocks));
  }
  // Those from `first` to `end` put together, in the order in which their threads appear there.
  static Blocks grouped(const Blocks& blocks, std::size_t first, std::size_t end) {
    Blocks result;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      bool joined = false;
      for (std::size_t k = first; i > first && i < end && k < result.size() && !joined; ++k)
        if (result[k].thread == blocks[i].thread) result[k].steps += blocks[i].steps, joined = true;
      if (!joined) result.push_back(blocks[i]);
    }
    return result;
  }

  // True: something got better.
  bool merge() {
    const Blocks blocks = blocks_of(best_);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t j = i + 2; j < blocks.size() && !exhausted(); ++j) {
        if (blocks[j].thread != blocks[i].thread) continue;
        for (const std::size_t place : {i, j}) {
          Blocks joined = blocks;
          joined[place].steps = blocks[i].steps + blocks[j].steps;
          joined[place == i ? j : i].steps = 0;
          if (try_blocks(std::move(joined))) return true;
        }
      }
    }
    return false;
  }
  bool drop() {
    const Blocks blocks = blocks_of(best_);
    for (std::size_t i = blocks.size(); i-- > 0 && !exhausted();) {
      Blocks fewer = blocks;
      fewer[i].steps = 0;
      if (try_blocks(std::move(fewer))) return true;
    }
    return false;
  }
  // Leaves out blocks, and the last steps of blocks.
  void shorten() {
    while (!exhausted() && drop()) {
    }
    for (std::size_t i = blocks_of(best_).size(); i-- > 0;) {
      for (bool shorter = true; shorter && !exhausted();) {
        Blocks blocks = blocks_of(best_);
        shorter = i < blocks.size() && --blocks[i].steps > 0 && try_blocks(std::move(blocks));
      }
    }
  }

  // ---- the exact search ------------------------------------------------------------------------------------------

  class Finder : public SearchListener {
   public:
    explicit Finder(Minimiser& minimiser) : minimiser_(minimiser) {}
    bool found(const Failure& failure, const Schedule& schedule) override {
      if (!minimiser_.same_(minimiser_.machine_, failure)) return true;
      minimiser_.ran_ = schedule;
      return false;
    }
    bool may_go_on(const SearchProgress& progress, std::uint64_t& ask_again) override {
      ask_again = progress.stats.transitions + 1;
      return !minimiser_.stop_();
    }

   private:
    Minimiser& minimiser_;
  };

  void search_exactly() {
    const std::size_t switches = context_switches(best_);
    if (switches == 0) return;
    CheckOptions options;
    options.bounds.transitions = budget_.exact;
    options.bounds.depth = longest_;
    options.properties.clear();  // nothing but this failure
    Finder finder(*this);
    const auto live = std::make_unique<LiveState>();
    const bool leaves_out_rounds = machine_.leaves_out_rounds();
    Walk walk(machine_, options, finder, *live);
    machine_.leave_out_rounds(leaves_out_rounds);
    ContextBound strategy(walk, ContextBound::Counted::Switches, switches - 1);
    ran_.clear();
    Explorer(walk).run(strategy);
    if (!ran_.empty()) keep_if_better();
  }

  AbstractMachine& machine_;
  IsSameFailure same_;
  std::function<bool()> stop_;
  const MinimiseBudget budget_;
  std::uint64_t left_ = 0;  // transitions
  std::size_t longest_ = 0;
  Schedule best_, ran_;
  std::vector<std::vector<Choice>> outcomes_;  // of best_, by thread
  std::vector<std::size_t> taken_;             // of them, in this run
};

}  // namespace

std::size_t context_switches(const Schedule& schedule) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) n += schedule[i].thread == schedule[i - 1].thread ? 0 : 1;
  return n;
}

Schedule fewer_switches(AbstractMachine& machine, const Schedule& found, IsSameFailure same, std::function<bool()> stop,
                        MinimiseBudget budget) {
  return Minimiser(machine, std::move(same), std::move(stop), budget).run(found);
}

}  // namespace heddle
