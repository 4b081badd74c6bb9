// The locking discipline and the accesses of a step; see access_watch.h.
#include "detect/access_watch.h"

#include <algorithm>
#include <bit>

#include "model/address_space.h"

namespace heddle {

void AccessWatch::fork(ThreadId parent, ThreadId child) {
  clocks_.fork(parent, child);
}

void AccessWatch::join(ThreadId joiner, ThreadId finished) {
  clocks_.join(joiner, finished);
}

void AccessWatch::order(ThreadId t, const Edge& edge) {
  if (edge.kind == EdgeKind::Lock || edge.kind == EdgeKind::Unlock)
    held_.order(t, edge);
  else
    clocks_.order(t, edge);
}

void AccessWatch::forget(ObjectId o) {
  clocks_.forget(o);
  held_.forget(o);
}

void AccessWatch::copy(ObjectId from, ObjectId to) {
  clocks_.copy(from, to);
}

void AccessWatch::access(const Access& access) {
  const Address begin = std::max(access.address, kProgramBase);
  const Address end = std::min(access.address + access.size, kProgramEnd);
  if (begin >= end) return;
  catch_up();
  if (!is_atomic(access.kind)) step_.push_back({begin, end, is_write(access.kind)});
  for (Address granule = begin / kGranule; granule * kGranule < end; ++granule) {
    std::uint8_t bytes = 0;
    for (unsigned i = 0; i < kGranule; ++i)
      if (const Address a = granule * kGranule + i; a >= begin && a < end) bytes |= static_cast<std::uint8_t>(1u << i);
    visit(access, granule, bytes);
  }
}

void AccessWatch::fresh(Address begin, std::uint64_t size) {
  catch_up();
  for (Address granule = begin / kGranule; granule * kGranule < begin + size; ++granule) {
    const auto it = cells_.find(granule);
    if (it == cells_.end() || it->second.empty()) continue;
    log(granule, it->second);
    it->second.clear();  // blocks of the heap begin and end at granules
  }
}

void AccessWatch::visit(const Access& access, Address granule, std::uint8_t bytes) {
  std::vector<Past>& cell = cells_[granule];
  const detect::LockSet locks = held_.protecting(access.thread, is_write(access.kind));
  const std::uint32_t now = clocks_.own(access.thread);
  Past* same = nullptr;
  for (Past& past : cell) {
    if (past.thread == access.thread) {
      if (past.kind == access.kind && past.locks == locks && past.bytes == bytes) same = &past;
      continue;
    }
    if (!claims_.empty() && (past.bytes & bytes) != 0)
      check_claims(pair(past, access, granule, past.bytes & bytes), false);
    if (!conflicting(past.kind, access.kind) || (past.bytes & bytes) == 0 || ordered(past, access)) continue;
    if (held_.intersect(past.locks, locks) != detect::kNoLock) continue;
    breach(pair(past, access, granule, past.bytes & bytes));
  }
  if (same != nullptr && same->clock == now) return;
  log(granule, cell);
  const Past past{access.thread, access.kind, bytes, now, locks, access.site};
  if (same != nullptr)
    *same = past;
  else
    cell.push_back(past);
}

// The two accesses, with the bytes that they have in common.
Race AccessWatch::pair(const Past& past, const Access& access, Address granule, unsigned common) {
  const auto first = static_cast<unsigned>(std::countr_zero(common));
  const Address a = granule * kGranule + first;
  const auto size = static_cast<std::uint64_t>(std::bit_width(common)) - first;
  return {.earlier = {past.thread, past.kind, a, size, past.site},
          .later = {access.thread, access.kind, a, size, access.site}};
}

void AccessWatch::breach(const Race& accesses) {
  check_claims(accesses, true);
  const Address begin = accesses.later.address, end = begin + accesses.later.size;
  for (const WatchedRange& range : communication_)
    if (range.begin <= begin && end <= range.end) return;
  breaches_.push_back(accesses);
}

void AccessWatch::check_claims(const Race& accesses, bool is_breach) {
  const Address begin = accesses.later.address, end = begin + accesses.later.size;
  for (const Claim& claim : claims_) {
    if (claim.unshared == is_breach || end <= claim.begin || claim.end <= begin) continue;
    const bool known = std::any_of(broken_claims_.begin(), broken_claims_.end(),
                                   [&](const BrokenClaim& broken) { return broken.name == claim.name; });
    if (!known) broken_claims_.push_back({claim.name, accesses});
  }
}

bool AccessWatch::ordered(const Past& past, const Access& access) {
  return clocks_.now(access.thread)[past.thread.value] >= past.clock;
}

void AccessWatch::log(Address granule, const std::vector<Past>& before) {
  journal_.remember(length_);
  changes_.push_back({granule, before});
  length_ = changes_.size();
}

// A restore has made the log shorter.
void AccessWatch::catch_up() {
  while (changes_.size() > length_) {
    cells_[changes_.back().granule] = std::move(changes_.back().before);
    changes_.pop_back();
  }
}

}  // namespace heddle
