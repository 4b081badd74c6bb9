// Inert mutexes, from one execution to the next; see throughout.h.
#include "search/throughout.h"

namespace heddle {

bool Throughout::holds(std::span<const std::uint32_t> listed, std::size_t unchanged,
                       const tsl::robin_set<Address>& lines, std::span<const ObjectId> inert) {
  lines_ = &lines;
  inert_ = inert;
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
      return add_access(e);
  }
  return true;
}

bool Throughout::add_access(const ExecutionLog::Event& e) {
  const Address first = e.address / kLine, last = (e.address + e.size - 1) / kLine;
  if (last - first > lines_->size()) {
    for (const Address line : *lines_)
      if (line >= first && line <= last && !add_line(e, line)) return false;
    return true;
  }
  for (Address line = first; line <= last; ++line)
    if (lines_->contains(line) && !add_line(e, line)) return false;
  return true;
}

bool Throughout::add_line(const ExecutionLog::Event& e, Address line) {
  const Address begin = std::max(e.address, line * kLine), end = std::min(e.address + e.size, (line + 1) * kLine);
  for (Address granule = begin / kGranule; granule * kGranule < end; ++granule) {
    unsigned bytes = 0xff;
    if (granule * kGranule < begin) bytes &= 0xffu << (begin - granule * kGranule);
    if ((granule + 1) * kGranule > end) bytes &= 0xffu >> ((granule + 1) * kGranule - end);
    if (!add_access(e, cell_of(granule), static_cast<std::uint8_t>(bytes))) return false;
  }
  return true;
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
  const auto clear_one = [&](std::uint32_t cell) {
    for (std::vector<Past>& past = cells_[cell]; !past.empty(); past.pop_back())
      changes_.push_back({Change::Kind::Removed, cell, 0, past.back()});
  };
  if (last - first > index_.size()) {
    for (const auto& [granule, cell] : index_)
      if (granule >= first && granule < last) clear_one(cell);
    return;
  }
  for (Address granule = first; granule < last; ++granule)
    if (const auto at = index_.find(granule); at != index_.end()) clear_one(at->second);
}

std::uint32_t Throughout::cell_of(Address granule) {
  const auto [at, fresh] = index_.try_emplace(granule, static_cast<std::uint32_t>(cells_.size()));
  if (fresh) cells_.emplace_back();
  return at->second;
}

}  // namespace heddle
