// Figures 4 and 5 of Wang et al. 2008; see race_free.h. A pass goes through the events once. What it finds to be
// touched may make more events count, so passes are repeated until nothing is added; that is rarely more than once.
#include "search/race_free.h"

#include <algorithm>
#include <utility>

#include "model/flow_calls.h"

namespace heddle {

namespace {
constexpr std::uint16_t kSeveral = 0xffff;  // owners
}

void RaceFree::begin(std::span<const TracedStep> steps, std::span<const ObjectId> inert, std::size_t unchanged) {
  steps_ = steps;
  inert_ = inert;
  if (list_known(unchanged)) return;
  find_shared(unchanged);
  list_again(unchanged);
}

// Most executions have nothing but accesses that were met in those before.
bool RaceFree::list_known(std::size_t unchanged) {
  if (lines_listed_ != looked_at_.size()) return false;
  for (std::size_t i = steps_.size(); i > 0 && steps_[i - 1].event >= unchanged; --i) {
    const Operation& op = steps_[i - 1].operation;
    if (memory_use(op.kind) == MemoryUse::NoAccess) continue;
    const Used use{op.object, op.width, steps_[i - 1].thread};
    if (used_[place(use)] != use) return false;
  }
  touched_branches_.clear();
  unchanged_ = unchanged;
  listed_.erase(std::lower_bound(listed_.begin(), listed_.end(), unchanged), listed_.end());
  const std::span<const ExecutionLog::Event> events = log_.events();
  for (std::size_t i = unchanged; i < events.size(); ++i) {
    const ExecutionLog::Event& e = events[i];
    if (e.kind == ExecutionLog::Kind::Access) {
      const Known& known = known_[place(e)];
      if (known.lines != looked_at_.size() || !known.is(e)) return false;
      if (known.counts) listed_.push_back(static_cast<std::uint32_t>(i));
    } else if (counts(e)) {
      listed_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return true;
}

bool RaceFree::holds_from(std::size_t step) {
  obstacle_ = {};
  touched_reads_.clear();
  touched_stores_.clear();
  touched_branches_.clear();
  // Most answers are no, and stand in the rest alone, which is short where the search is deep.
  return passes(step, Part::Rest) && passes(step, Part::Whole);
}

bool RaceFree::passes(std::size_t step, Part part) {
  list_events();
  do {
    changed_ = false;
    if (!pass(step, part)) return false;
    if (changed_) list_events();
  } while (changed_);
  return true;
}

bool RaceFree::holds_throughout() { return throughout_.holds(listed_, unchanged_, looked_at_, inert_); }

// A line belongs to who uses it, or to several. Large accesses (a stack that ends) are compared with the others, not
// line by line. What was found in executions before stays: most of an execution is that of the one before, and a line
// too many costs little.
void RaceFree::find_shared(std::size_t unchanged) {
  for (const ExecutionLog::Event& e : log_.events().subspan(unchanged))
    if (e.kind == ExecutionLog::Kind::Access) use(e.thread, e.address, e.size);
  for (std::size_t i = steps_.size(); i > 0 && steps_[i - 1].event >= unchanged; --i) {
    const Operation& op = steps_[i - 1].operation;
    if (memory_use(op.kind) != MemoryUse::NoAccess) use(steps_[i - 1].thread, op.object, op.width);
  }
  if (large_.empty() || !std::exchange(owners_changed_, false)) return;
  for (const Large& large : large_) {
    for (const auto& [line, owner] : owner_)
      if (line >= large.first && line <= large.last && owner != large.thread.value) looked_at_.insert(line);
    for (const Large& other : large_)
      if (other.thread != large.thread)
        for (Address line = std::max(large.first, other.first); line <= std::min(large.last, other.last); ++line)
          looked_at_.insert(line);
  }
}

void RaceFree::use(ThreadId t, Address begin, std::uint64_t size) {
  const Used now{begin, size, t};
  Used& used = used_[place(now)];
  if (used == now) return;
  used = now;
  if (size > kLarge) {
    const Large large{t, begin / kLine, (begin + size - 1) / kLine};
    if (std::find(large_.begin(), large_.end(), large) != large_.end()) return;
    large_.push_back(large);
    owners_changed_ = true;
    return;
  }
  for (Address line = begin / kLine; line * kLine < begin + size; ++line) {
    const auto [at, fresh] = owner_.try_emplace(line, t.value);
    owners_changed_ |= fresh;
    if (!fresh && at->second != t.value && at->second != kSeveral) {
      at.value() = kSeveral;
      looked_at_.insert(line);
      owners_changed_ = true;
    }
  }
}

// Calls visit(line) for the lines of these bytes that are looked at, until it returns false.
template <class F>
bool RaceFree::each_line(Address begin, Address end, F visit) {
  const Address first = begin / kLine, last = (end - 1) / kLine;
  if (last - first > looked_at_.size()) {
    for (const Address line : looked_at_)
      if (line >= first && line <= last && !visit(line)) return false;
    return true;
  }
  for (Address line = first; line <= last; ++line)
    if (looked_at_.contains(line) && !visit(line)) return false;
  return true;
}

void RaceFree::share(Address begin, Address end) {
  for (Address line = begin / kLine; line * kLine < end; ++line) looked_at_.insert(line);
}

void RaceFree::list_events() {
  for (const std::uint32_t number : touched_branches_)
    for (const BranchContents::Touch& t : flows_->branches[number].touches) share(t.begin, t.begin + t.size);
  const std::span<const ExecutionLog::Event> events = log_.events();
  if (!touched_stores_.empty())
    for (const ExecutionLog::Event& e : events)
      if (e.kind == ExecutionLog::Kind::Access && touched_stores_.contains(e.site.value))
        share(e.address, e.address + e.size);
  relevant_ = listed_;
  if (touched_stores_.empty() && touched_branches_.empty()) return;
  widened_.clear();
  for (std::size_t i = 0; i < events.size(); ++i)
    if (counts(events[i])) widened_.push_back(static_cast<std::uint32_t>(i));
  relevant_ = widened_;
}

// Nothing is touched so far. Most events are those of the execution before.
void RaceFree::list_again(std::size_t unchanged) {
  touched_branches_.clear();
  if (std::exchange(lines_listed_, looked_at_.size()) != looked_at_.size()) unchanged = 0;
  unchanged_ = unchanged;
  listed_.erase(std::lower_bound(listed_.begin(), listed_.end(), unchanged), listed_.end());
  const std::span<const ExecutionLog::Event> events = log_.events();
  for (std::size_t i = unchanged; i < events.size(); ++i)
    if (counts_again(events[i])) listed_.push_back(static_cast<std::uint32_t>(i));
}

// Nothing is touched; no line is added before the next execution.
bool RaceFree::counts_again(const ExecutionLog::Event& e) {
  const bool yes = counts(e);
  if (e.kind != ExecutionLog::Kind::Access) return yes;
  if (yes && leaves_out_locks_) throughout_.use(e, looked_at_);
  known_[place(e)] = {e.address, e.size, e.locks, e.thread, e.access, e.alone, yes, looked_at_.size()};
  return yes;
}

bool RaceFree::counts(const ExecutionLog::Event& e) {
  if (e.kind == ExecutionLog::Kind::Branch)
    return e.site.value == kBeyondMemory || touched_branches_.contains(e.site.value);
  return e.kind != ExecutionLog::Kind::Access ||
         !each_line(e.address, e.address + e.size, [](Address) { return false; });
}

// What comes before the state orders nothing that comes after it: creation and join alone do, and those after it.
bool RaceFree::pass(std::size_t step, Part part) {
  journal_.undo_to(0);
  index_.clear();
  used_cells_ = 0;
  next_ = 0;
  const std::size_t begin = step < steps_.size() ? steps_[step].event : log_.size();
  if (part == Part::Whole && !events_up_to(begin, false)) return false;
  if (part == Part::Rest)
    next_ = static_cast<std::size_t>(std::lower_bound(relevant_.begin(), relevant_.end(), begin) - relevant_.begin());
  for (std::size_t i = step; i < steps_.size(); ++i) {
    if (!operation(steps_[i])) return false;
    if (!events_up_to(i + 1 < steps_.size() ? steps_[i + 1].event : log_.size(), true)) return false;
  }
  if (clocks_.overflowed() == nullptr) return true;
  obstacle_.kind = Obstacle::Kind::Memory;
  return false;
}

bool RaceFree::events_up_to(std::size_t end, bool after) {
  for (; next_ < relevant_.size() && relevant_[next_] < end; ++next_)
    if (!event(log_.events()[relevant_[next_]], after)) return false;
  return true;
}

bool RaceFree::event(const ExecutionLog::Event& e, bool after) {
  using Kind = ExecutionLog::Kind;
  switch (e.kind) {
    case Kind::Fork:
      clocks_.fork(e.thread, e.other);
      return true;
    case Kind::Join:
      clocks_.join(e.thread, e.other);
      return true;
    case Kind::Order:
      if (!after && !is_inert(e.edge.object)) clocks_.order(e.thread, e.edge);
      return true;
    case Kind::Forget:
      if (!after) clocks_.forget(e.object);
      return true;
    case Kind::Copy:
      if (!after) clocks_.copy(e.from, e.object);
      return true;
    case Kind::Fresh:
      fresh(e.address, e.address + e.size);
      return true;
    case Kind::Branch:
      return !after || branch(e);
    case Kind::Access:
      break;
  }
  Visit v;
  // What an atomic reads and writes is told by the operation; a lock is no value.
  v.access = {.thread = e.thread,
              .kind = e.access,
              .after = after,
              .races = true,
              .value = !is_atomic(e.access),
              .clock = clocks_.own(e.thread),
              .locks = e.locks,
              .site = e.site,
              .repeated_at = e.repeated_at};
  v.place = relevant_[next_];
  v.begin = e.address;
  v.end = e.address + e.size;
  v.stores_touched = is_write(e.access) && touched_stores_.contains(e.site.value);
  return visit(v);
}

// Of a step after the state.
bool RaceFree::operation(const TracedStep& s) {
  Visit v;
  v.access = {
      .thread = s.thread, .kind = AccessKind::AtomicRead, .after = true, .value = true, .site = s.operation.site};
  if (!s.predictable) return fail(Obstacle::Kind::Operation, v.access, v.access, s.operation.object / kGranule);
  const MemoryUse use = memory_use(s.operation.kind);
  if (use != MemoryUse::AtomicRead && use != MemoryUse::AtomicWrite && use != MemoryUse::AtomicReadWrite) return true;
  v.access.clock = clocks_.own(s.thread);
  v.begin = s.operation.object;
  v.end = v.begin + s.operation.width;
  if (use != MemoryUse::AtomicWrite && !visit(v)) return false;
  if (use == MemoryUse::AtomicRead || (use == MemoryUse::AtomicReadWrite && !s.wrote)) return true;
  v.access.kind = AccessKind::AtomicWrite;
  // What is written back by a read-modify-write depends on what it read.
  v.stores_touched = touched_stores_.contains(s.operation.site.value) ||
                     (use == MemoryUse::AtomicReadWrite && touched_reads_.contains(s.operation.site.value));
  return visit(v);
}

// The order may decide which way the thread goes here, or what a function returns that is called here.
bool RaceFree::branch(const ExecutionLog::Event& e) {
  if (e.site.value == kBeyondMemory) {
    const Past call{.thread = e.thread};
    return fail(Obstacle::Kind::Hidden, call, call, 0);
  }
  for (const BranchContents::Touch& t : flows_->branches[e.site.index()].touches) {
    Visit v;
    v.access = {.thread = e.thread,
                .kind = t.write ? AccessKind::Write : AccessKind::Read,
                .after = true,
                .races = true,
                .value = true,
                .clock = clocks_.own(e.thread),
                .locks = e.locks,
                .site = t.site};
    v.place = relevant_[next_];
    v.begin = t.begin;
    v.end = t.begin + t.size;
    v.stores_touched = t.write;
    if (!visit(v)) return false;
  }
  return true;
}

void RaceFree::fresh(Address begin, Address end) {
  const Address first = begin / kGranule, last = (end + kGranule - 1) / kGranule;
  const auto clear = [&](std::uint32_t i) {
    cells_[i].past.clear();
    cells_[i].touched = 0;
  };
  if (last - first > index_.size()) {
    for (const auto& [granule, i] : index_)
      if (granule >= first && granule < last) clear(i);
    return;
  }
  for (Address granule = first; granule < last; ++granule)
    if (const auto at = index_.find(granule); at != index_.end()) clear(at->second);
}

RaceFree::Cell& RaceFree::cell(Address granule) {
  const auto [at, fresh] = index_.try_emplace(granule, static_cast<std::uint32_t>(used_cells_));
  if (!fresh) return cells_[at->second];
  if (used_cells_ == cells_.size()) cells_.emplace_back();
  Cell& cell = cells_[used_cells_++];
  cell.past.clear();
  cell.touched = 0;
  return cell;
}

bool RaceFree::visit(const Visit& v) {
  return each_line(v.begin, v.end, [&](Address line) {
    const Address begin = std::max(v.begin, line * kLine), end = std::min(v.end, (line + 1) * kLine);
    for (Address granule = begin / kGranule; granule * kGranule < end; ++granule) {
      unsigned bytes = 0xff;
      if (granule * kGranule < v.begin) bytes &= 0xffu << (v.begin - granule * kGranule);
      if ((granule + 1) * kGranule > v.end) bytes &= 0xffu >> ((granule + 1) * kGranule - v.end);
      if (!visit(v, granule, static_cast<std::uint8_t>(bytes))) return false;
    }
    return true;
  });
}

bool RaceFree::visit(const Visit& v, Address granule, std::uint8_t bytes) {
  Cell& here = cell(granule);
  Past access = v.access;
  access.bytes = bytes;
  const bool reads_value = access.value && !is_write(access.kind);
  Past* same = nullptr;
  const detect::Clock* now = nullptr;
  for (Past& past : here.past) {
    if (past.thread == access.thread) {
      if (past.kind == access.kind && past.locks == access.locks && past.bytes == bytes && past.after == access.after &&
          past.value == access.value && past.races == access.races && (!reads_value || past.site == access.site))
        same = &past;
      continue;
    }
    const unsigned common = past.bytes & bytes;
    if (common == 0 || !access.after || !(is_write(past.kind) || is_write(access.kind))) continue;
    if (now == nullptr) now = &clocks_.now(access.thread);
    if ((*now)[past.thread.value] >= past.clock) continue;
    if (!meet(past, v, granule, common, here)) return false;
  }
  if (access.after && reads_value && (here.touched & bytes) != 0 && !touch(access, access, granule)) return false;
  if (access.after && v.stores_touched) {
    here.touched |= bytes;
    if (!touch_repeated(v, access, granule, here)) return false;
  }
  if (same != nullptr) {
    same->clock = access.clock;
    same->repeated_at = std::max(same->repeated_at, access.repeated_at);
  } else {
    here.past.push_back(access);
  }
  return true;
}

// Reads of the same thread come before this store in the log, but were made again after it.
bool RaceFree::touch_repeated(const Visit& v, const Past& store, Address granule, const Cell& here) {
  for (const Past& past : here.past)
    if (past.thread == store.thread && past.after && past.value && !is_write(past.kind) && (past.bytes & store.bytes) &&
        past.repeated_at > v.place && !touch(past, store, granule))
      return false;
  return true;
}

// Two threads, and nothing orders them in every execution.
bool RaceFree::meet(const Past& past, const Visit& v, Address granule, unsigned common, Cell& here) {
  const Past& access = v.access;
  if (access.races && past.races && conflicting(past.kind, access.kind) &&
      !log_.have_lock_in_common(past.locks, access.locks))
    return fail(Obstacle::Kind::Pair, past, access, granule);
  if (!past.after || !past.value || !access.value) return true;
  const bool was_write = is_write(past.kind), is_one = is_write(access.kind);
  if (was_write && is_one) here.touched |= static_cast<std::uint8_t>(common);
  if (was_write && !is_one) return touch(access, past, granule);
  if (is_one && !was_write) return touch(past, access, granule);
  return true;
}

// What this reads depends on the order.
bool RaceFree::touch(const Past& read, const Past& other, Address granule) {
  if (touched_reads_.contains(read.site.value)) return true;
  if (flows_ == nullptr) return fail(Obstacle::Kind::Value, read, other, granule);
  const auto flow = flows_->reads.find(read.site.value);
  if (flow == flows_->reads.end() || (shows_accesses_ && !flow->second.branches.empty()))
    return fail(Obstacle::Kind::Value, read, other, granule);
  touched_reads_.insert(read.site.value);
  for (const std::uint32_t site : flow->second.stores) touched_stores_.insert(site);
  for (const std::uint32_t number : flow->second.branches) touched_branches_.insert(number);
  changed_ = true;
  return true;
}

bool RaceFree::fail(Obstacle::Kind kind, const Past& first, const Past& second, Address granule) {
  const auto access = [&](const Past& p) { return Access{p.thread, p.kind, granule * kGranule, kGranule, p.site}; };
  obstacle_ = {kind, access(first), access(second)};
  return false;
}

}  // namespace heddle
