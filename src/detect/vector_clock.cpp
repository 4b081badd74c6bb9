// The vector-clock detector's slow path: what an access conflicts with, and what is kept of it. See vector_clock.h.
//
// What is kept of a byte, and why it is enough. The last plain write: whatever races with an earlier access that is
// ordered before that write races with the write, too, because a plain write conflicts with everything. So a write
// clears the rest. Plain reads since: one epoch while they are ordered (a later read that comes after an earlier one
// stands for both), else one a thread. Atomic accesses since: the last write and the last read of each thread; they do
// not stand for plain accesses before them, since they conflict with less.
#include "detect/vector_clock.h"

#include <algorithm>
#include <bit>

#include "detect/vector_clock_accessor.h"

namespace heddle {

using namespace detect;

struct VectorClockDetector::Finding {
  Address at = 0, at_end = 0;  // the bytes being looked at
  Word word = 0;               // the earlier access of the race; 0: no race yet
  AccessKind kind = AccessKind::Read;
  Address begin = 0, end = 0;

  // Bytes are visited in ascending order: the first conflict counts, and grows while the next bytes have it, too.
  void note(Word w, AccessKind k) {
    if (word == 0) {
      word = w, kind = k, begin = at, end = at_end;
    } else if (w == word && k == kind && at == end) {
      end = at_end;
    }
  }
  void note_write(Word w) { note(w, is_free(w) ? AccessKind::Free : AccessKind::Write); }
};

namespace {

// An atomic record: the plain write, then for each thread its last atomic write and its last atomic read.
constexpr unsigned atomic_words(unsigned threads) { return 1 + 2 * threads; }
constexpr unsigned atomic_write_at(unsigned thread) { return 1 + 2 * thread; }
constexpr unsigned atomic_read_at(unsigned thread) { return 2 + 2 * thread; }

}  // namespace

VectorClockDetector::VectorClockDetector(Journal& journal, std::size_t singles)
    : journal_(journal), log_(journal, singles), clocks_(journal), records_(log_), shadow_(log_) {
  // The beginning, not a change: a journal undone to its very start must leave the main thread running.
  const bool recording = journal.recording();
  journal.set_recording(false);
  set_running(kMainThread);
  journal.set_recording(recording);
}

const char* VectorClockDetector::overflowed() const {
  if (records_.exhausted()) return "the race detector's records need more room than there is";
  return clocks_.overflowed();
}

// ---- order ----

void VectorClockDetector::set_running(ThreadId t) {
  const Clock& now = clocks_.now(t);
  const Epoch epoch = make_epoch(t, now[t.value]);
  if (epoch == running_.epoch) return;
  known_.next();
  if (log_.first(running_stamp_)) journal_.remember(running_);
  running_ = Running{epoch, &now, t};
}

// Whose number is that of the running thread needs no look: ticked() follows its epoch.
void VectorClockDetector::running(ThreadId t) {
  if (t != running_.thread) set_running(t);
}

void VectorClockDetector::fork(ThreadId parent, ThreadId child) {
  clocks_.fork(parent, child);
  ticked(parent);
  ticked(child);
}

void VectorClockDetector::join(ThreadId joiner, ThreadId finished) { clocks_.join(joiner, finished); }

void VectorClockDetector::order(ThreadId t, const Edge& edge) {
  clocks_.order(t, edge);
  ticked(t);
}

void VectorClockDetector::forget(ObjectId o) { clocks_.forget(o); }

// ---- the short path ----

template <bool write>
bool VectorClockDetector::note(Address a, unsigned width, SiteId site) {
  const Address offset = a - kProgramBase;
  if (offset >= kProgramSize - 16 || clocks_.overflowed() != nullptr) return false;
  const Word word = make_word(running_.epoch, site, false);
  if (width < 4) return note_bytes<write>(a, width, word);
  PageState& page = shadow_.page(a);
  if (offset % 4 != 0 || offset % kPageReach + width > kPageReach || page.common != Cell{}) return false;
  Cell* const cells = cell_of(a);
  const unsigned count = width / 4;
  bool past = true;
  for (unsigned i = 0; i < count; ++i) past &= is_past(cells[i], *running_.now);
  if (!past) return !write && note_shared_read(page, cells, count, word);
  for (unsigned i = 0; i < count; ++i) {
    // A cell that has been seen while its neighbour was not stays as it is.
    if (!seen<write>(cells[i], running_.epoch, running_.thread.value))
      shadow_.set(page, &cells[i], with<write>(cells[i], word));
  }
  return true;
}

// Data that several threads read: only the last write counts.
bool VectorClockDetector::note_shared_read(PageState& page, Cell* cells, unsigned count, Word word) {
  const Accessor who{*running_.now, running_.thread.value, running_.epoch, word};
  for (unsigned i = 0; i < count; ++i) {
    const Word write = is(Mark::Shared, cells[i].write) ? records_.words(cells[i].write)[0] : cells[i].write;
    if (is_mark(std::max(write, cells[i].read)) || !who.ordered(write)) return false;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (seen<false>(cells[i], who.epoch, who.thread)) continue;
    Cell cell = cells[i];
    add_shared_read(cell, who);
    if (cell != cells[i]) shadow_.set(page, &cells[i], cell);
  }
  return true;
}

// One or two bytes of a cell that is split already.
template <bool write>
bool VectorClockDetector::note_bytes(Address a, unsigned width, Word word) {
  const unsigned first = a & 3;
  const Word mark = cell_of(a)->write;
  if (!is(Mark::Split, mark) || first + width > 4 || records_.exhausted()) return false;
  Cell* const bytes = records_.cells(mark);
  for (unsigned i = first; i < first + width; ++i)
    if (!is_past(bytes[i], *running_.now)) return false;
  records_.touch(mark);
  for (unsigned i = first; i < first + width; ++i)
    if (!seen<write>(bytes[i], running_.epoch, running_.thread.value)) bytes[i] = with<write>(bytes[i], word);
  unite(a);
  return true;
}

template bool VectorClockDetector::note<false>(Address, unsigned, SiteId);
template bool VectorClockDetector::note<true>(Address, unsigned, SiteId);

// ---- accesses ----

std::optional<Race> VectorClockDetector::access(const Access& a) {
  const bool plain = a.kind == AccessKind::Read || a.kind == AccessKind::Write;
  if (plain && a.size <= 16 && std::has_single_bit(a.size) && a.thread == running_.thread) {
    const auto width = static_cast<unsigned>(a.size);
    if (a.kind == AccessKind::Read && note<false>(a.address, width, a.site)) return std::nullopt;
    if (a.kind == AccessKind::Write && note<true>(a.address, width, a.site)) return std::nullopt;
  }
  if (a.size == 0 || a.address >= kProgramEnd) return std::nullopt;
  const Address begin = std::max(a.address, kProgramBase);
  const Address end = a.address + std::min(a.size, kProgramEnd - a.address);
  if (begin >= end) return std::nullopt;
  if (a.thread != running_.thread)
    known_.next();
  else if (!plain)
    known_.forget(begin, end);

  const Clock& now = a.thread == running_.thread ? *running_.now : clocks_.now(a.thread);
  if (overflowed() != nullptr) return std::nullopt;
  const Epoch epoch = make_epoch(a.thread, now[a.thread.value]);
  const Accessor who{now, a.thread.value, epoch, make_word(epoch, a.site, a.kind == AccessKind::Free)};
  if (is_atomic(a.kind) && end - begin >= kLeastGroup && access_group(begin, end - begin, who, is_write(a.kind)))
    return std::nullopt;
  Finding found;
  switch (a.kind) {
    case AccessKind::Read:
      visit_range<AccessKind::Read>(begin, end, who, found);
      break;
    case AccessKind::Write:
      visit_range<AccessKind::Write>(begin, end, who, found);
      break;
    case AccessKind::AtomicRead:
      visit_range<AccessKind::AtomicRead>(begin, end, who, found);
      break;
    case AccessKind::AtomicWrite:
      visit_range<AccessKind::AtomicWrite>(begin, end, who, found);
      break;
    case AccessKind::Free:
      visit_range<AccessKind::Free>(begin, end, who, found);
      break;
  }
  if (found.word == 0 || overflowed() != nullptr) [[likely]]
    return std::nullopt;
  const ThreadId other(static_cast<std::uint16_t>(thread_of(found.word)));
  return Race{Access{other, found.kind, found.begin, found.end - found.begin, site_of(found.word)}, a};
}

template <AccessKind kind>
void VectorClockDetector::visit_range(Address begin, Address end, const Accessor& who, Finding& found) {
  for (Address a = begin; a < end;) {
    if (a % kPageReach == 0 && end - a >= kPageReach) {
      visit_page<kind>(a, who, found);
      a += kPageReach;
      continue;
    }
    shadow_.spread(a);
    const Address page_end = std::min(end, next_page(a));
    const Address first_cell = (a + 3) & ~Address{3};
    if (a < first_cell) visit_bytes<kind>(a, std::min(first_cell, page_end), who, found);
    if (first_cell < page_end) {
      const Address last_cell_end = page_end & ~Address{3};
      visit_cells<kind>(first_cell, last_cell_end, who, found);
      if (last_cell_end < page_end) visit_bytes<kind>(last_cell_end, page_end, who, found);
    }
    a = page_end;
  }
}

// Whole cells of one page.
template <AccessKind kind>
void VectorClockDetector::visit_cells(Address begin, Address end, const Accessor& who, Finding& found) {
  if (is_atomic(kind)) {
    for (Address a = begin; a < end; a += 4) visit_cell<kind>(a, who, found);
    return;
  }
  PageState& page = shadow_.page(begin);
  Cell* cell = cell_of(begin);
  // A long write changes (nearly) every cell: one entry in the journal for all.
  const bool prepared = is_write(kind) && end - begin > 16;
  if (prepared) shadow_.prepare(page, cell, (end - begin) / 4);
  for (Address a = begin; a < end; a += 4, ++cell) {
    if (!is_past(*cell, who.now) || seen<is_write(kind)>(*cell, who.epoch, who.thread)) {
      visit_cell<kind>(a, who, found);
    } else if (prepared) {
      *cell = with<is_write(kind)>(*cell, who.word);
    } else {
      shadow_.set(page, cell, with<is_write(kind)>(*cell, who.word));
    }
  }
}

template <AccessKind kind>
void VectorClockDetector::visit_page(Address begin, const Accessor& who, Finding& found) {
  PageState& page = shadow_.page(begin);
  const bool uniform = page.stamp == 0 || page.common != Cell{};
  // A common history has no room for records.
  const bool needs_record = is_atomic(kind) || (kind == AccessKind::Read && !who.ordered(page.common.read));
  if (uniform && !needs_record) {
    Cell common = page.common;
    found.at = begin, found.at_end = begin + kPageReach;
    if (apply<kind>(common, who, found)) shadow_.set_common(page, common);
    return;
  }
  shadow_.spread(begin);
  visit_cells<kind>(begin, begin + kPageReach, who, found);
  if (kind == AccessKind::Free) {  // nobody should come here again before the storage is given out anew
    shadow_.zero_cells(page, begin);
    shadow_.set_common(page, Cell{who.word, 0});
  }
}

template <AccessKind kind>
void VectorClockDetector::visit_cell(Address a, const Accessor& who, Finding& found) {
  leave_group(a);
  Cell cell = *cell_of(a);
  if (is(Mark::Split, cell.write)) return visit_bytes<kind>(a, a + 4, who, found);
  found.at = a, found.at_end = a + 4;
  if (apply<kind>(cell, who, found)) shadow_.set(a, cell);
}

template <AccessKind kind>
void VectorClockDetector::visit_bytes(Address begin, Address end, const Accessor& who, Finding& found) {
  leave_group(begin);
  Cell cell = *cell_of(begin);
  if (!is(Mark::Split, cell.write)) {
    if (kind == AccessKind::Read && seen<false>(cell, who.epoch, who.thread)) return;
    if (kind == AccessKind::Write && seen<true>(cell, who.epoch, who.thread)) return;
    cell = Cell{split(cell), 0};
    shadow_.set(begin, cell);
  }
  records_.touch(cell.write);
  Cell* const bytes = records_.cells(cell.write);
  for (Address a = begin; a < end; ++a) {
    found.at = a, found.at_end = a + 1;
    apply<kind>(bytes[a & 3], who, found);
  }
  unite(begin);
}

// ---- one history ----

// Checks the access against the history and adds it. True if the cell itself changed.
template <AccessKind kind>
bool VectorClockDetector::apply(Cell& c, const Accessor& who, Finding& found) {
  if (kind == AccessKind::Read && seen<false>(c, who.epoch, who.thread)) return false;
  if (kind == AccessKind::Write && seen<true>(c, who.epoch, who.thread)) return false;

  const bool atomics = is(Mark::Atomic, c.write);
  const bool shared = is(Mark::Shared, c.write);
  const Word* const record = atomics || shared ? records_.words(c.write) : nullptr;
  const Word write = record ? record[0] : c.write;
  if (!who.ordered(write)) found.note_write(write);

  if (is_write(kind)) {
    if (shared) {
      for (unsigned i = 1; i < RecordPool::word_count(c.write); ++i)
        if (!who.ordered(record[i])) found.note(record[i], AccessKind::Read);
    } else if (!is_mark(c.read)) {
      if (!who.ordered(c.read)) found.note(c.read, AccessKind::Read);
    } else {
      const Word* const readers = records_.words(c.read);
      for (unsigned i = 0; i < RecordPool::word_count(c.read); ++i)
        if (!who.ordered(readers[i])) found.note(readers[i], AccessKind::Read);
    }
  }
  if (atomics && !is_atomic(kind)) {
    const unsigned count = RecordPool::word_count(c.write);
    for (unsigned i = 1; i < count; ++i) {
      const bool wrote = i % 2 == atomic_write_at(0) % 2;
      if ((wrote || is_write(kind)) && !who.ordered(record[i]))
        found.note(record[i], wrote ? AccessKind::AtomicWrite : AccessKind::AtomicRead);
    }
  }

  const Cell before = c;
  if (is_atomic(kind)) {
    if (shared) c = unshared(c);
    add_atomic(c, who, is_write(kind));
  } else if (is_write(kind)) {
    drop_records(c);
    c = Cell{who.word, 0};
  } else if (atomics) {
    c.read = add_read(c.read, who);
  } else {
    add_shared_read(c, who);
  }
  return c != before;
}

// Without atomics: the write moves into a record as soon as there are reads that are not ordered.
void VectorClockDetector::add_shared_read(Cell& c, const Accessor& who) {
  if (!is(Mark::Shared, c.write)) {
    if (who.ordered(c.read)) {
      c.read = who.word;
      return;
    }
    const Word mark = records_.allocate(Mark::Shared, 3);
    Word* const words = records_.words(mark);
    words[0] = c.write, words[1] = c.read, words[2] = who.word;
    c = Cell{mark, who.word};
    return;
  }
  unsigned place = place_among(c.write, who);
  if (place == RecordPool::word_count(c.write)) c.write = grow(c.write, place + 1);
  records_.touch(c.write);
  records_.words(c.write)[place] = who.word;
  c.read = who.word;
}

// Where a shared record keeps this thread's read: its own place, or that of a read that this one stands for from now
// on. The number of words if there is none.
unsigned VectorClockDetector::place_among(Word shared, const Accessor& who) const {
  const Word* const words = records_.words(shared);
  const unsigned count = RecordPool::word_count(shared);
  unsigned place = count;
  for (unsigned i = count; i-- > 1;) {
    if (thread_of(words[i]) == who.thread && words[i] != 0) return i;
    if (who.ordered(words[i])) place = i;
  }
  return place;
}

// The same history with the readers in a record of their own, so that atomics can have the place of the write.
Cell VectorClockDetector::unshared(const Cell& c) {
  const Word* const shared = records_.words(c.write);
  const unsigned count = RecordPool::word_count(c.write);
  unsigned readers = 0;
  for (unsigned i = 1; i < count; ++i) readers = std::max(readers, thread_of(shared[i]) + 1);
  const Word mark = records_.allocate(Mark::Readers, readers);
  for (unsigned i = 1; i < count; ++i)
    if (shared[i] != 0) records_.words(mark)[thread_of(shared[i])] = shared[i];
  const Word write = shared[0];
  records_.release(c.write);
  return Cell{write, mark};
}

Word VectorClockDetector::add_read(Word read, const Accessor& who) {
  if (!is_mark(read)) {
    if (who.ordered(read)) return who.word;
    const unsigned other = thread_of(read);
    const Word mark = records_.allocate(Mark::Readers, std::max(other, who.thread) + 1);
    records_.words(mark)[other] = read;
    records_.words(mark)[who.thread] = who.word;
    return mark;
  }
  if (who.thread >= RecordPool::word_count(read)) read = grow(read, who.thread + 1);
  records_.touch(read);
  records_.words(read)[who.thread] = who.word;
  return read;
}

void VectorClockDetector::add_atomic(Cell& c, const Accessor& who, bool write) {
  const unsigned wanted = atomic_words(who.thread + 1);
  if (!is(Mark::Atomic, c.write)) {
    const Word mark = records_.allocate(Mark::Atomic, wanted);
    records_.words(mark)[0] = c.write;
    c.write = mark;
  } else if (wanted > RecordPool::word_count(c.write)) {
    c.write = grow(c.write, wanted);
  }
  Word& mine = records_.words(c.write)[write ? atomic_write_at(who.thread) : atomic_read_at(who.thread)];
  if (epoch_of(mine) == who.epoch) return;
  records_.touch(c.write);
  mine = who.word;
}

Word VectorClockDetector::grow(Word mark, unsigned words_wanted) {
  const Word larger = records_.allocate(static_cast<Mark>(thread_of(mark)), words_wanted);
  std::copy_n(records_.words(mark), RecordPool::word_count(mark), records_.words(larger));
  records_.release(mark);
  return larger;
}

// ---- cells and their bytes ----

Word VectorClockDetector::split(const Cell& c) {
  const Word mark = records_.allocate(Mark::Split, 4 * sizeof(Cell) / sizeof(Word));
  Cell* const bytes = records_.cells(mark);
  bytes[0] = c;
  for (unsigned i = 1; i < 4; ++i)
    bytes[i] =
        Cell{is_mark(c.write) ? records_.copy(c.write) : c.write, is_mark(c.read) ? records_.copy(c.read) : c.read};
  return mark;
}

// Four bytes with one history of plain accesses are one cell again.
void VectorClockDetector::unite(Address a) {
  const Word mark = cell_of(a)->write;
  const Cell* const bytes = records_.cells(mark);
  const Cell first = bytes[0];
  if (bytes[1] != first || bytes[2] != first || bytes[3] != first) return;
  if (is_mark(first.write) || is_mark(first.read)) return;  // never equal unless there is no record
  records_.release(mark);
  shadow_.set(a, first);
}

}  // namespace heddle
