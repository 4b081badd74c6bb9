#include "run/burst.h"

#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <new>

#include "run/isolation.h"

namespace heddle::run {
namespace {

constexpr std::uint64_t kMostExecutions = 1000;
constexpr std::uint64_t kFirst = 1 << 17;  // transitions of the search before the first burst; some tenths of a second
constexpr std::uint64_t kShare = 100;
constexpr double kSlow = 2;               // seconds in which fewer than kFirst transitions are few
// Of the time so far, all bursts together. The constant part is for the first ones: a moment in which the processor does
// something else must not decide what is found.
constexpr double kShareOfTime = 0.03, kSecondsMore = 0.02;
// While the search is still on its first execution: that may never end, and to go back all that way takes time, too.
constexpr double kSecondsOfNone = 0.5;
constexpr double kMostSeconds = 2;  // of one burst: whoever asks the search to stop should not wait for it

}  // namespace

Burst::Burst(bool wanted) : next_seconds_(kSlow) {
  if (!wanted) return;
  void* memory = mmap(nullptr, sizeof(BurstReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) report_ = new (memory) BurstReport;
}

void Burst::begin_round() {
  next_ = kFirst;
  transitions_ = 0;
}

bool Burst::is_due(const Statistics& so_far) const {
  if (report_ == nullptr) return false;
  if (so_far.transitions >= kFirst) return so_far.transitions >= next_;
  return so_far.transitions > 0 && elapsed() >= next_seconds_;
}

bool Burst::run(const Statistics& so_far, const std::function<int(const BurstShare&, BurstReport&)>& work) {
  const double now = elapsed();
  BurstShare share;
  share.first = executions_;
  share.executions = kMostExecutions - executions_;
  if (so_far.transitions >= kFirst) {
    share.transitions = std::max<std::uint64_t>(so_far.transitions / kShare, transitions_ + 1) - transitions_;
    next_ = 2 * so_far.transitions;
  } else {
    next_seconds_ = 2 * now;
  }
  share.seconds = std::min(kMostSeconds, kSecondsMore + kShareOfTime * now - seconds_);
  if (so_far.executions == 0) share.seconds = std::max(share.seconds, kSecondsOfNone);
  return share.seconds > 0 && run_once(share, work);
}

bool Burst::run_once(const BurstShare& share, const std::function<int(const BurstShare&, BurstReport&)>& work) {
  if (report_ == nullptr) return false;
  const double begin = elapsed();
  *report_ = {};
  const std::optional<int> status = run_in_fork([&] { return work(share, *report_); });
  seconds_ += elapsed() - begin;
  executions_ += report_->executions;
  transitions_ += report_->transitions;
  const bool found = report_->found;
  if (found && found_by_.empty()) found_by_ = report_->found_by;
  // One that died, or that was ended because a transition would not, would do so again.
  const bool in_order = status && WIFEXITED(*status);
  if (!in_order || executions_ >= kMostExecutions) {
    munmap(report_, sizeof *report_);
    report_ = nullptr;
  }
  return found;
}

}  // namespace heddle::run
