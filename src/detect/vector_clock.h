// The vector-clock detector: FastTrack (Flanagan and Freund, PLDI 2009, figure 5) for C++ memory accesses.
//
// Differences from the paper: histories are kept per byte (a cell of four bytes is split only while its bytes differ);
// there are atomic accesses, which conflict with plain ones but not with each other, and are kept for each thread
// apart; the clocks follow the C++ memory orders and fences (clocks.h); an own write of the same epoch makes a read
// redundant; each access keeps its site; everything is journalled.
//
// Promise: no race is reported that is none, and on each byte the first race of an execution is reported at the access
// that completes it. A race found, the access counts as having happened and the detector goes on.
//
//   already_seen_read/write   the inline path: this access cannot tell us anything new
//   just_seen, renew          the most frequent parts of these two
//   note_read/write           the short path: it is new, and all that was there happened before it
//   tell_known                it may be left out from now on (known_lines.h)
//   access                    checks and records, cell by cell; whole pages at once where a page has one history
//   visit_cell, visit_bytes   one cell, or some bytes of one
//   apply                     FastTrack's rules on one history
//   access_group              an atomic access to a whole synchronisation object (vector_clock_groups.cpp)
//   fresh                     storage is given out anew (vector_clock_fresh.cpp)
//   knowledge                 its locksets (vector_clock_knowledge.cpp)
#pragma once
#include "detect/clocks.h"
#include "detect/interval_log.h"
#include "detect/known_lines.h"
#include "detect/race_detector.h"
#include "detect/record_pool.h"
#include "detect/shadow.h"
#include "support/journal.h"

namespace heddle {

// One per process: its shadow memory has a fixed address. The constructor throws std::runtime_error if that is taken.
class VectorClockDetector final : public RaceDetector {
 public:
  // `singles`: how many cells to journal one by one between two saves before whole pages are cheaper.
  explicit VectorClockDetector(Journal& journal, std::size_t singles = detect::IntervalLog::kSingles);

  const char* name() const override { return "vector-clock"; }
  bool exact() const override { return true; }

  void running(ThreadId) override;
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId from, ObjectId to) override { clocks_.copy(from, to); }
  std::optional<Race> access(const Access&) override;
  void fresh(Address begin, std::uint64_t size) override;
  void new_interval() override {
    log_.new_interval();
    known_.next();
  }
  bool was_written(Address, std::uint64_t size) const override;
  bool knowledge(const Population&, detect::KnowledgeScratch&, Knowledge& into) const override;
  const char* overflowed() const override;

  // The running thread reads / writes W bytes: true only if access() would neither report nor record anything. That
  // holds outside program memory, too.
  template <unsigned W>
  [[gnu::always_inline]] bool already_seen_read(Address a) const {
    return already_seen<W, false>(a);
  }
  template <unsigned W>
  [[gnu::always_inline]] bool already_seen_write(Address a) const {
    return already_seen<W, true>(a);
  }
  // The most frequent part of these two, of four or eight bytes in whole cells; otherwise all of them.
  template <unsigned W, bool write>
  [[gnu::always_inline]] bool just_seen(Address a) const;
  // The rest of them: accesses of parts of cells, and data with atomic accesses that several threads read.
  template <unsigned W, bool write>
  [[gnu::always_inline]] bool seen_among_others(Address a) const {
    using namespace detect;
    if ((W != 4 && W != 8) || a - kProgramBase >= kProgramSize - 16) return false;
    if (a % 4 == 0 && (write || (!is_mark(cell_of(a)->read) && !is_mark(cell_of(a + W - 4)->read)))) return false;
    return already_seen<W, write>(a);
  }
  // So much has happened since the last save that the next function may be worth a try.
  bool has_much_to_do() const { return log_.prefers_whole(); }
  // The running thread accesses four or eight bytes that it or another one has accessed before and nobody has ended
  // since (so they are alive), all of which is past, on a page that the journal has already: records that and returns
  // true. Otherwise nothing was done.
  template <unsigned W, bool write>
  bool renew(Address a, SiteId site);
  // The running thread accesses `width` bytes (1, 2, 4, 8 or 16) for the first time in its epoch: records that and
  // returns true if nothing stands against it and it is simple. Otherwise nothing was done: call access().
  bool note_read(Address a, unsigned width, SiteId site) { return disabled_ == 0 && note<false>(a, width, site); }
  bool note_write(Address a, unsigned width, SiteId site) { return disabled_ == 0 && note<true>(a, width, site); }
  // The running thread has made this access, and this is known: instrumented code may leave out the next one to whole
  // cells of it.
  template <unsigned W, bool write>
  void tell_known(Address a) {
    if (W >= 4 ? a % 4 == 0 : (a & 3) + W <= 4 && !is(detect::Mark::Split, detect::cell_of(a)->write))
      known_.add(a, W >= 4 ? W / 4 : 1, write);
  }
  // Aligned bytes that are accessed together, or four: every plain write to them is known to have happened before the
  // next action of this thread. False says nothing.
  bool follows_writes(ThreadId t, Address a, std::uint64_t size) {
    using namespace detect;
    if (shadow_.page(a).common != Cell{} || (size > 4 && !is_group(a, size))) return false;
    const Word write = cell_of(a)->write;
    if (is(Mark::Split, write)) return false;
    const Word plain = is_mark(write) ? records_.words(write)[0] : write;
    return clock_of(plain) <= clocks_.now(t)[thread_of(plain)];
  }
  // On: the four first are always false, and nothing is known in place, so that every access reaches access().
  void disable_fast_path(bool on) {
    disabled_ = on ? ~detect::Epoch{0} : 0;
    known_.enable(!on);
  }

 private:
  struct Running {
    detect::Epoch epoch = 0;
    const detect::Clock* now = nullptr;
    ThreadId thread;
  };
  // Nothing but plain accesses, all of them before the next action of the thread with this clock.
  static bool is_past(const detect::Cell& c, const detect::Clock& now) {
    using namespace detect;
    return !is_mark(std::max(c.write, c.read)) && clock_of(c.write) <= now[thread_of(c.write)] &&
           clock_of(c.read) <= now[thread_of(c.read)];
  }
  template <bool write>
  static detect::Cell with(const detect::Cell& c, detect::Word word) {
    return write ? detect::Cell{word, 0} : detect::Cell{c.write, word};
  }

  struct Kept;      // what is kept of a cell, for knowledge()
  struct Finding;   // the race met so far by one access
  struct Accessor;  // who accesses, and how

  template <unsigned W, bool write>
  [[gnu::always_inline]] bool already_seen(Address a) const;
  template <bool write>
  bool note(Address a, unsigned width, SiteId site);
  bool note_shared_read(detect::PageState&, detect::Cell*, unsigned count, detect::Word);
  template <bool write>
  bool note_bytes(Address a, unsigned width, detect::Word);
  // This access of thread t in epoch `now` adds nothing. A read is subsumed by an own read or write of the same epoch;
  // a write by an own write with no read since: a read that came in between is another thread's.
  template <bool write>
  [[gnu::always_inline]] bool seen(const detect::Cell& c, detect::Epoch now, unsigned t) const {
    using namespace detect;
    if (write) return is_access_of(c.write, now) && c.read == 0;
    return epoch_of(c.read) == now || is_access_of(c.write, now) ||
           (is(Mark::Readers, c.read) && seen_among(c.read, now, t));
  }
  // Data that several threads read: this thread's word among those of all readers.
  bool seen_among(detect::Word readers, detect::Epoch now, unsigned t) const {
    return t < detect::RecordPool::word_count(readers) && detect::epoch_of(records_.words(readers)[t]) == now;
  }

  void set_running(ThreadId);
  void ticked(ThreadId t) {
    if (t == running_.thread && make_epoch_of_running() != running_.epoch) set_running(t);
  }
  detect::Epoch make_epoch_of_running() const {
    return detect::make_epoch(running_.thread, (*running_.now)[running_.thread.value]);
  }

  // Cells that are accessed atomically as a whole, and have one history.
  static constexpr std::uint64_t kLeastGroup = 20;  // bytes: more than any atomic
  static detect::Word follows(std::uint64_t distance) {
    return detect::make_mark(detect::Mark::Follows, 0, static_cast<std::uint32_t>(distance));
  }
  // Exactly these bytes are a group; their page must be spread.
  static bool is_group(Address a, std::uint64_t size) {
    using namespace detect;
    if (a % 4 != 0 || size % 4 != 0 || a % kPageReach + size > kPageReach) return false;
    const Cell* const first = cell_of(a);
    const std::uint64_t count = size / 4;
    const bool ends_page = a % kPageReach + size == kPageReach;
    return first[count - 1].write == follows(count - 1) && (ends_page || first[count].write != follows(count));
  }
  bool access_group(Address begin, std::uint64_t size, const Accessor&, bool write);
  bool make_group(Address begin, std::uint64_t size, const Accessor&);
  void leave_group(Address cell);

  template <AccessKind kind>
  void visit_range(Address begin, Address end, const Accessor&, Finding&);
  template <AccessKind kind>
  void visit_page(Address begin, const Accessor&, Finding&);
  template <AccessKind kind>
  void visit_cells(Address begin, Address end, const Accessor&, Finding&);
  template <AccessKind kind>
  void visit_cell(Address a, const Accessor&, Finding&);
  template <AccessKind kind>
  void visit_bytes(Address begin, Address end, const Accessor&, Finding&);
  template <AccessKind kind>
  bool apply(detect::Cell&, const Accessor&, Finding&);

  void add_shared_read(detect::Cell&, const Accessor&);
  unsigned place_among(detect::Word shared, const Accessor&) const;
  detect::Cell unshared(const detect::Cell&);
  detect::Word add_read(detect::Word read, const Accessor&);
  void add_atomic(detect::Cell&, const Accessor&, bool write);
  detect::Word grow(detect::Word mark, unsigned words_wanted);
  void drop_records(const detect::Cell& c) {
    if (detect::is_mark(c.read)) records_.release(c.read);
    if (detect::is_mark(c.write)) records_.release(c.write);
  }
  detect::Word split(const detect::Cell&);
  void unite(Address cell);
  void clear_bytes(Address begin, Address end);
  void clear_page(Address begin);

  Journal& journal_;
  detect::IntervalLog log_;
  detect::Clocks clocks_;
  detect::RecordPool records_;
  detect::Shadow shadow_;
  detect::KnownLines known_;
  Running running_;  // journalled, once an interval
  std::uint64_t running_stamp_ = 0;
  detect::Epoch disabled_ = 0;
};

template <unsigned W, bool write>
inline bool VectorClockDetector::already_seen(Address a) const {
  using namespace detect;
  static_assert(W == 1 || W == 2 || W == 4 || W == 8 || W == 16);
  const Address offset = a - kProgramBase;
  if (offset >= kProgramSize - 16) [[unlikely]]
    return false;  // elsewhere: see hooks.cpp
  const Epoch now = running_.epoch | disabled_;
  const unsigned t = running_.thread.value;
  const Cell* const c = cell_of(a);
  const unsigned in_cell = a & 3;
  if constexpr (W >= 4) {
    for (unsigned i = 0; i < W / 4; ++i)
      if (!seen<write>(c[i], now, t)) return false;
    return in_cell == 0 || seen<write>(c[W / 4], now, t);
  } else {
    if (W == 2 && in_cell == 3) [[unlikely]]
      return seen<write>(c[0], now, t) && seen<write>(c[1], now, t);
    if (!is(Mark::Split, c->write)) return seen<write>(*c, now, t);
    const Cell* const bytes = records_.cells(c->write) + in_cell;
    return seen<write>(bytes[0], now, t) && (W == 1 || seen<write>(bytes[W - 1], now, t));
  }
}

template <unsigned W, bool write>
inline bool VectorClockDetector::just_seen(Address a) const {
  using namespace detect;
  if (W != 4 && W != 8) return already_seen<W, write>(a);
  if (a % 4 != 0 || a - kProgramBase >= kProgramSize - 16) [[unlikely]]
    return false;
  // Words of this epoch are above it by less than the bits of site and end; while the path is off there are none such.
  const Word first = (running_.epoch | disabled_) << kEpochShift;
  const Cell* const c = cell_of(a);
  const Word reads = W == 4 ? c->read - first : (c[0].read - first) | (c[1].read - first);
  if (!write && reads >> kEpochShift == 0) return true;
  const Word writes = W == 4 ? c->write - first : (c[0].write - first) | (c[1].write - first);
  return writes >> kSiteBits == 0 && (!write || (W == 4 ? c->read : c[0].read | c[1].read) == 0);
}

template <unsigned W, bool write>
inline bool VectorClockDetector::renew(Address a, SiteId site) {
  using namespace detect;
  static_assert(W == 4 || W == 8);
  const Address offset = a - kProgramBase;
  if (a % 4 != 0 || offset >= kProgramSize - 16 || offset % kPageReach + W > kPageReach || disabled_ != 0) return false;
  const PageState& page = shadow_.page(a);
  if (page.common != Cell{} || !log_.remembered(page.stamp) || clocks_.overflowed() != nullptr) return false;
  Cell* const cells = cell_of(a);
  for (unsigned i = 0; i < W / 4; ++i) {
    if ((cells[i].write | cells[i].read) == 0 || is_free(cells[i].write) || !is_past(cells[i], *running_.now))
      return false;
  }
  const Word word = make_word(running_.epoch, site, false);
  for (unsigned i = 0; i < W / 4; ++i)
    if (!seen<write>(cells[i], running_.epoch, running_.thread.value)) cells[i] = with<write>(cells[i], word);
  return true;
}

}  // namespace heddle
