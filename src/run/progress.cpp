#include "run/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace heddle::run {
namespace {

constexpr double kStandsStill = 5;  // seconds after which a share that did not move is no news
constexpr std::chrono::milliseconds kFirstPhaseLine{500}, kPhaseLineEvery{200};

// A line that wraps could not be cleared again.
std::string fitting(std::string line) {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  line.resize(std::min<std::size_t>(line.size(), known ? size.ws_col - 1u : 79u));
  return line;
}

void draw(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) != 0) {}

// In steps of a tenth of a per cent, and only while it moves.
std::string Progress::share_text(double share, double seconds) {
  const double rounded = std::floor(share * 1000) / 10;
  if (rounded != share_) {
    share_ = rounded;
    share_moved_ = seconds;
  }
  if (share_ == 0 || seconds - share_moved_ > kStandsStill) return {};
  return fmt::format(", {:.1f} % done", share_);
}

void Progress::show(const LiveState& live, double seconds) {
  if (!on_ || seconds < next_) return;
  next_ = seconds + 0.2;
  const double rate = static_cast<double>(live.transitions) / seconds;
  clear();
  draw(fitting(fmt::format("exploring: {} executions, {:.0f} transitions/s, depth {}{}, {:.0f} s",
                           static_cast<std::uint64_t>(live.executions), rate, static_cast<std::uint64_t>(live.depth),
                           share_text(static_cast<double>(live.share_done), seconds), seconds)));
  lines_ = 1;
  if (why_.empty()) return;
  draw("\n" + fitting(why_));
  lines_ = 2;
}

void Progress::explain(const Branching& why) {
  const std::string sources = sources_text(why), suggestions = suggestions_text(why);
  why_ = sources + (sources.empty() || suggestions.empty() ? "" : "; ") + suggestions;
}

void Progress::clear() {
  if (lines_ == 0) return;
  draw(lines_ == 2 ? "\r\x1b[K\x1b[A\x1b[K" : "\r\x1b[K");
  lines_ = 0;
}

PhaseLine::PhaseLine(bool wanted) {
  if (wanted && isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { show(); });
}

PhaseLine::~PhaseLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard hold(mutex_);
    ends_ = true;
  }
  over_.notify_one();
  thread_.join();
}

void PhaseLine::enter(const std::string& phase) {
  const std::lock_guard hold(mutex_);
  phase_ = phase;
}

void PhaseLine::show() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  bool shown = false;
  std::unique_lock hold(mutex_);
  for (auto pause = kFirstPhaseLine; !over_.wait_for(hold, pause, [this] { return ends_; }); pause = kPhaseLineEvery) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    draw("\r\x1b[K" + fitting(fmt::format("{}, {:.0f} s", phase_, seconds)));
    shown = true;
  }
  if (shown) draw("\r\x1b[K");
}

}  // namespace heddle::run
