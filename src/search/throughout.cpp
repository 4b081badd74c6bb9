// Inert mutexes, from one execution to the next; see throughout.h.
#include "search/throughout.h"

#include <utility>

namespace heddle {

template <class F>
bool Throughout::each_granule(const ExecutionLog::Event& e, const tsl::robin_set<Address>& lines, F visit) {
  const auto of_line = [&](Address line) {
    const Address begin = std::max(e.address, line * kLine), end = std::min(e.address + e.size, (line + 1) * kLine);
    for (Address granule = begin / kGranule; granule * kGranule < end; ++granule)
      if (!visit(granule)) return false;
    return true;
  };
  const Address first = e.address / kLine, last = (e.address + e.size - 1) / kLine;
  if (last - first > lines.size()) {
    for (const Address line : lines)
      if (line >= first && line <= last && !of_line(line)) return false;
    return true;
  }
  for (Address line = first; line <= last; ++line)
    if (lines.contains(line) && !of_line(line)) return false;
  return true;
}

void Throughout::use(const ExecutionLog::Event& e, const tsl::robin_set<Address>& lines) {
  if (e.alone) return;
  each_granule(e, lines, [&](Address granule) {
    Use& use = uses_.try_emplace(granule, Use{.thread = e.thread}).first.value();
    if (use.cell != kNoCell) return true;
    use.several |= use.thread != e.thread;
    use.written |= is_write(e.access);
    use.plain |= !is_atomic(e.access);
    use.common = log_.locks_in_common(use.common, e.locks);
    if (use.several && use.written && use.plain && use.common == detect::kNoLock) {
      use.cell = static_cast<std::uint32_t>(cells_.size());
      cells_.emplace_back();
    }
    return true;
  });
}

bool Throughout::holds(std::span<const std::uint32_t> listed, std::size_t unchanged,
                       const tsl::robin_set<Address>& lines, std::span<const ObjectId> inert) {
  if (cells_.empty()) return true;
  lines_ = &lines;
  inert_ = inert;
  if (std::exchange(compared_, cells_.size()) != cells_.size()) unchanged = 0;
  while (marks_.back().event > unchanged) marks_.pop_back();
  go_back(marks_.back());
  const auto next = std::lower_bound(listed.begin(), listed.end(), marks_.back().event);
  std::size_t since = 0;
  for (const std::uint32_t event : std::span(next, listed.end())) {
    if (++since == kBetweenMarks) {
      marks_.push_back({event, journal_.mark(), changes_.size()});
      since = 0;
    }
    if (!add(log_.events()[event])) return false;
  }
  return clocks_.overflowed() == nullptr;
}

void Throughout::go_back(const Mark& mark) {
  journal_.undo_to(mark.journal);
  for (; changes_.size() > mark.changes; changes_.pop_back()) {
    const Change& change = changes_.back();
    std::vector<Past>& past = cells_[change.cell];
    switch (change.kind) {
      case Change::Kind::Added:
        past.pop_back();
        break;
      case Change::Kind::Renewed:
        past[change.place] = change.before;
        break;
      case Change::Kind::Removed:
        past.push_back(change.before);
        break;
    }
  }
}

bool Throughout::add(const ExecutionLog::Event& e) {
  using Kind = ExecutionLog::Kind;
  switch (e.kind) {
    case Kind::Fork:
      clocks_.fork(e.thread, e.other);
      return true;
    case Kind::Join:
      clocks_.join(e.thread, e.other);
      return true;
    case Kind::Order:
      if (std::find(inert_.begin(), inert_.end(), e.edge.object) == inert_.end()) clocks_.order(e.thread, e.edge);
      return true;
    case Kind::Forget:
      clocks_.forget(e.object);
      return true;
    case Kind::Copy:
      clocks_.copy(e.from, e.object);
      return true;
    case Kind::Fresh:
      clear(e.address, e.address + e.size);
      return true;
    case Kind::Branch:
      return true;
    case Kind::Access:
      return e.alone || add_access(e);
  }
  return true;
}

bool Throughout::add_access(const ExecutionLog::Event& e) {
  return each_granule(e, *lines_, [&](Address granule) {
    const auto at = uses_.find(granule);
    if (at == uses_.end() || at->second.cell == kNoCell) return true;
    const Address begin = granule * kGranule, end = begin + kGranule;
    unsigned bytes = 0xff;
    if (begin < e.address) bytes &= 0xffu << (e.address - begin);
    if (end > e.address + e.size) bytes &= 0xffu >> (end - e.address - e.size);
    return add_access(e, at->second.cell, static_cast<std::uint8_t>(bytes));
  });
}

bool Throughout::add_access(const ExecutionLog::Event& e, std::uint32_t cell, std::uint8_t bytes) {
  std::vector<Past>& past = cells_[cell];
  const detect::Clock& now = clocks_.now(e.thread);
  const std::uint32_t own = now[e.thread.value];
  Past* same = nullptr;
  for (Past& p : past) {
    if (p.thread == e.thread) {
      if (p.kind == e.access && p.locks == e.locks && p.bytes == bytes) same = &p;
      continue;
    }
    if ((p.bytes & bytes) != 0 && conflicting(p.kind, e.access) && now[p.thread.value] < p.clock &&
        !log_.have_lock_in_common(p.locks, e.locks))
      return false;
  }
  if (same == nullptr) {
    changes_.push_back({Change::Kind::Added, cell, 0, {}});
    past.push_back({e.thread, e.access, bytes, own, e.locks});
  } else if (same->clock != own) {
    changes_.push_back({Change::Kind::Renewed, cell, static_cast<std::uint32_t>(same - past.data()), *same});
    same->clock = own;
  }
  return true;
}

// Another object lies there now.
void Throughout::clear(Address begin, Address end) {
  const Address first = begin / kGranule, last = (end + kGranule - 1) / kGranule;
  const auto clear_one = [&](const Use& use) {
    if (use.cell == kNoCell) return;
    for (std::vector<Past>& past = cells_[use.cell]; !past.empty(); past.pop_back())
      changes_.push_back({Change::Kind::Removed, use.cell, 0, past.back()});
  };
  if (last - first > uses_.size()) {
    for (const auto& [granule, use] : uses_)
      if (granule >= first && granule < last) clear_one(use);
    return;
  }
  for (Address granule = first; granule < last; ++granule)
    if (const auto at = uses_.find(granule); at != uses_.end()) clear_one(at->second);
}

}  // namespace heddle
