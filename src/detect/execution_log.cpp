// The current execution, event by event; see execution_log.h.
#include "detect/execution_log.h"

#include <algorithm>

#include "model/address_space.h"

namespace heddle {

void ExecutionLog::fork(ThreadId parent, ThreadId child) {
  journal_.remember(unjoined_);
  // Another thread had this name, and was never joined.
  if ((unjoined_ & bit_of(child)) != 0) unjoined_ |= Unjoined{1} << kManyThreads;
  unjoined_ |= bit_of(child);
  add({.kind = Kind::Fork, .thread = parent, .other = child});
}

void ExecutionLog::join(ThreadId joiner, ThreadId finished) {
  journal_.remember(unjoined_);
  if (finished.index() < kManyThreads) unjoined_ &= ~bit_of(finished);
  add({.kind = Kind::Join, .thread = joiner, .other = finished});
}

void ExecutionLog::order(ThreadId t, const Edge& edge) {
  held_.order(t, edge);
  add({.kind = Kind::Order, .thread = t, .edge = edge});
}

void ExecutionLog::forget(ObjectId object) {
  held_.forget(object);
  add({.kind = Kind::Forget, .object = object});
}

void ExecutionLog::access(const Access& access) {
  const Address begin = std::max(access.address, kProgramBase);
  const Address end = std::min(access.address + access.size, kProgramEnd);
  if (begin >= end) return;
  hear(1 + (end - begin) / 64);
  add_once({.kind = Kind::Access,
            .access = access.kind,
            .alone = unjoined_ == 0,
            .thread = access.thread,
            .locks = held_.protecting(access.thread, is_write(access.kind)),
            .site = access.site,
            .address = begin,
            .size = end - begin});
}

void ExecutionLog::branch(ThreadId t, std::uint32_t number) {
  // A branch may write: only exclusive locks count.
  add_once({.kind = Kind::Branch, .thread = t, .locks = held_.protecting(t, true), .site = SiteId(number)});
}

void ExecutionLog::add_once(const Event& event) {
  if (is_full()) return;
  const std::uint64_t key = event.address * 31 + event.site.value + event.thread.value * 7;
  Recent& recent = recent_[key * 0x9e3779b97f4a7c15u >> 54];
  if (recent.interval == interval_ && recent.index < events_.size()) {
    Event& last = events_[recent.index];
    if (last.kind == event.kind && last.access == event.access && last.thread == event.thread &&
        last.site == event.site && last.address == event.address && last.size == event.size) {
      last.repeated_at = events_.size();
      return;
    }
  }
  recent = {interval_, events_.size()};
  events_.push_back(event);
}

}  // namespace heddle
