// See time.h. The clocks as the program's functions use them, in milliseconds since kStart, and how edges carry them.
#include "machine/time.h"

#include "machine/models.h"
#include "machine/round_time.h"

namespace heddle {

static constexpr std::uint64_t kStart = 1'700'000'000'000;    // milliseconds since 1970
static constexpr std::uint64_t kEnd = INT64_MAX / 1'000'000;  // what std::chrono can count in nanoseconds

void Time::order(ThreadId t, const Edge& edge) {
  switch (edge.kind) {
    case EdgeKind::Lock:
    case EdgeKind::Acquire:
    case EdgeKind::AtomicLoad:
      if (at(edge.object) > now(t)) set(t, at(edge.object));
      break;
    case EdgeKind::Unlock:
    case EdgeKind::Release:
    case EdgeKind::AtomicStore:
    case EdgeKind::AtomicRmw:
      if (now(t) <= at(edge.object)) break;
      [[fallthrough]];
    case EdgeKind::ReleaseReset:
      objects_.grow_to(edge.object.index() + 1u);
      change(objects_[edge.object.index()], now(t));
      break;
    case EdgeKind::Fence:
      break;  // what it orders goes through atomics, which carry the time without it
  }
}

std::span<const std::uint64_t> Time::delays(ThreadId t, std::uint64_t before_round, Delays& delays) const {
  const std::uint64_t count = readings(t), in_round = count - before_round;
  if (in_round > delays.size() || 2 * in_round > count) return {};
  const Readings& own = readings_[t.index()];
  for (std::uint64_t i = 0; i < in_round; i++)
    delays[i] =
        own.last[(before_round + i) % Readings::kKept] - own.last[(before_round + i - in_round) % Readings::kKept];
  return {delays.data(), in_round};
}

std::uint64_t clock_now() { return engine->time.now(engine->current); }

std::int64_t clock_milliseconds() { return static_cast<std::int64_t>(kStart + clock_now()); }

std::uint64_t nanoseconds() {
  engine->spin_round(engine->current).timed = true;
  // Library code that reads the clock computes the limit of a wait, whose outcomes are explored.
  if (heddle_call_site != kNoCallSite && !engine->image.sites[SiteId(heddle_call_site)].frames.front().system)
    engine->assume(Assumption::Time);
  const std::uint64_t passed = clock_now() + 1;
  engine->time.set(engine->current, passed);
  engine->time.read(engine->current);
  return (kStart + passed) * 1'000'000ull;
}

static std::uint64_t milliseconds(const timespec& t) {
  if (t.tv_sec < 0 || t.tv_nsec < 0) return 0;
  const auto seconds = static_cast<std::uint64_t>(t.tv_sec);
  if (seconds >= kEnd / 1000) return kEnd;
  return seconds * 1000 + (static_cast<std::uint64_t>(t.tv_nsec) + 999'999) / 1'000'000;
}

void clock_reaches(const timespec& time) {
  const std::uint64_t end = milliseconds(time);
  if (end > kStart + clock_now()) engine->time.set(engine->current, end - kStart);
}

void clock_advances(const timespec& duration) {
  const std::uint64_t passed = clock_now();
  engine->time.set(engine->current,
                   passed + std::min(milliseconds(duration), kEnd - kStart - std::min(passed, kEnd - kStart)));
}

bool is_out_of_reach(const timespec& time) { return milliseconds(time) > kStart + clock_now() + kLeap; }
bool lasts_forever(const timespec& duration) { return milliseconds(duration) > kLeap; }

bool clock_leaps() {
  if (clock_now() + 2 * kLeap > kEnd - kStart) return false;
  engine->clocks_have_leapt = true;
  engine->time.set(engine->current, clock_now() + kLeap);
  return true;
}

}  // namespace heddle
