// Bounds on a search: the slow paths. The clock is read once in 256 transitions, the memory once in 50 ms.
#include "search/bounds.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace heddle {
namespace {
constexpr std::uint64_t kLookEvery = 256;
constexpr std::chrono::milliseconds kMemoryLookEvery{50};
}  // namespace

BoundsWatch::BoundsWatch(const Bounds& bounds, LiveState& live)
    : bounds_(bounds), live_(live), max_depth_(bounds.depth.value_or(std::numeric_limits<std::uint64_t>::max())) {}

void BoundsWatch::add(std::string sentence) {
  if (std::find(lasting_.begin(), lasting_.end(), sentence) != lasting_.end()) return;
  lasting_.push_back(sentence);
  sentences_.push_back(std::move(sentence));
}

// The search can be gone on with.
bool BoundsWatch::stop(std::string sentence) {
  if (std::find(sentences_.begin(), sentences_.end(), sentence) == sentences_.end())
    sentences_.push_back(std::move(sentence));
  return true;
}

double BoundsWatch::milliseconds() const {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
}

bool BoundsWatch::look(std::uint64_t transitions) {
  looked_ = true;
  if (bounds_.transitions && transitions >= *bounds_.transitions) {
    return stop(fmt::format("stopped after {} transitions (--max-transitions)", *bounds_.transitions));
  }
  next_look_ = std::min(transitions + kLookEvery, bounds_.transitions.value_or(transitions + kLookEvery));
  if (!bounds_.seconds && !bounds_.memory_mb) return false;
  const Clock::time_point now = Clock::now();
  if (bounds_.seconds && std::chrono::duration<double>(now - begin_).count() >= *bounds_.seconds) {
    return stop(fmt::format("stopped after {} seconds (--timeout)", *bounds_.seconds));
  }
  if (bounds_.memory_mb && now >= next_memory_look_) {
    next_memory_look_ = now + kMemoryLookEvery;
    if (resident_kb() > *bounds_.memory_mb * 1024) {
      return stop(fmt::format("stopped at {} MB of memory (--memory)", *bounds_.memory_mb));
    }
  }
  return false;
}

bool BoundsWatch::interrupted() { return stop("interrupted"); }

bool BoundsWatch::too_many_executions() {
  return stop(fmt::format("stopped after {} executions (--max-executions)", *bounds_.executions));
}

bool BoundsWatch::cut_off() {
  if (!cut_) add(fmt::format("executions were cut off after {} transitions (--max-depth)", *bounds_.depth));
  cut_ = true;
  return true;
}

std::uint64_t resident_kb() {
  unsigned long total = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  const int fields = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * (static_cast<unsigned long>(sysconf(_SC_PAGESIZE)) / 1024) : 0;
}

std::uint64_t quarter_of_memory_mb() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return std::max<std::uint64_t>(pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) >> 22, 256);
}

std::uint64_t peak_resident_kb() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) : 0;
}

}  // namespace heddle
