#include "search/stored_words.h"

#include "search/footprint_words.h"
#include "support/invariant.h"

namespace heddle {

void write_failure(const Failure& failure, WordWriter& out) {
  HEDDLE_INVARIANT(!failure.race && failure.cycle.empty() && failure.signal.empty() && failure.position.line == 0);
  out.put(static_cast<std::uint64_t>(failure.kind));
  out.put(failure.thread.index());
  out.put(failure.site.value);
  out.put(failure.address);
  out.put(failure.round);
  out.put_bytes({reinterpret_cast<const std::uint8_t*>(failure.detail.data()), failure.detail.size()});
}

Failure read_failure(WordReader& in) {
  Failure failure;
  failure.kind = static_cast<BugKind>(in.take_below(static_cast<std::uint64_t>(BugKind::Discipline) + 1));
  failure.thread = read_thread(in);
  failure.site = SiteId(static_cast<std::uint32_t>(in.take()));
  failure.address = in.take();
  failure.round = in.take();
  const std::vector<std::uint8_t> detail = in.take_bytes();
  failure.detail.assign(detail.begin(), detail.end());
  return failure;
}

void write_schedule(const Schedule& schedule, WordWriter& out) {
  out.put(schedule.size());
  for (const ScheduleStep& step : schedule) {
    out.put(step.thread.index());
    out.put(step.choice);
  }
}

void read_schedule(Schedule& schedule, WordReader& in) {
  schedule.clear();
  in.each([&] {
    const ThreadId thread = read_thread(in);
    schedule.push_back({thread, static_cast<Choice>(in.take())});
  });
}

}  // namespace heddle
