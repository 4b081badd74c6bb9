#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace heddle::cli {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) != 0) {}

void Progress::show(const LiveState& live, double seconds) {
  if (!on_ || seconds < next_) return;
  next_ = seconds + 0.2;
  shown_ = true;
  const double rate = static_cast<double>(live.transitions) / seconds;
  const std::string line =
      fmt::format("{} executions, {:.0f} transitions/s, depth {}, {:.1f} % done, {:.0f} s",
                  static_cast<std::uint64_t>(live.executions), rate, static_cast<std::uint64_t>(live.depth),
                  static_cast<double>(live.share_done) * 100, seconds);
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace heddle::cli
