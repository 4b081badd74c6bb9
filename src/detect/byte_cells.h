// A cell of knowledge for every four bytes of program memory, and for single bytes where they differ: what the exact
// detectors other than vector-clock, and the locking disciplines, are built on. They see cells; which bytes a cell
// stands for, when it is split and united again, and the journal are this file's business.
//
//   visit(begin, end, f)   f(cell, first, last) for each stretch of bytes that share a cell; what f leaves there stays
//   all_of(begin, size, f) whether f(cell) holds of some bytes, at most 16; f does not hold of the empty cell
//   clear(begin, end)      fresh storage: nothing is known of it
//   for_each(f, settling)  f(cell, first, last) for all cells that are not empty, by ascending address
//
// A Cell is trivially copyable, 32 bytes, all zero when nothing is known, and has a member `Word more`: zero, or the
// name of a record (record_pool.h) that belongs to the cell. The Owner knows what is in a cell:
//
//   Cell copy(const Cell&)   another cell with the same contents: duplicates records, counts references
//   void drop(const Cell&)   the contents are forgotten
//
// A page is 4 KB of cells. While all its bytes have one history without a record the cells are left alone and the
// page's `common` cell stands for them: freeing or clearing a large block costs a few instructions a page.
// Journal: single cells while little happens, whole pages once per interval afterwards (interval_log.h).
//
// Settled pages, as in shadow.h: a page of cells that nobody can race with any more is left out of for_each() until one
// of them changes, or until the path goes back to before it was settled.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "detect/interval_log.h"
#include "detect/mapping.h"
#include "detect/record_pool.h"
#include "model/address_space.h"

namespace heddle::detect {

template <class Cell, class Owner>
class ByteCells {
  static_assert(sizeof(Cell) == 32 && std::is_trivially_copyable_v<Cell>);

 public:
  ByteCells(IntervalLog& log, RecordPool& records, Owner& owner)
      : log_(log),
        records_(records),
        owner_(owner),
        cell_space_(kProgramSize / 4 * sizeof(Cell), "the detector's cells"),
        page_space_(kProgramSize / kReach * sizeof(Page), "the detector's pages of cells"),
        cells_(cell_space_.as<Cell>()),
        pages_(page_space_.as<Page>()) {}

  // Bytes outside of program memory have no cells.
  template <class F>
  void visit(Address begin, Address end, F f) {
    clip(begin, end);
    while (begin < end) {
      const Address stop = std::min(end, page_end(begin));
      Page& page = page_of(begin);
      if (stop - begin == kReach && page.state != State::Single) {
        visit_page(page, begin, f);
      } else {
        make_single(page, begin);
        visit_cells(page, begin, stop, f);
      }
      begin = stop;
    }
  }

  void clear(Address begin, Address end) {
    clip(begin, end);
    while (begin < end) {
      const Address stop = std::min(end, page_end(begin));
      Page& page = page_of(begin);
      if (stop - begin == kReach)
        clear_page(page, begin);
      else if (page.state != State::Blank)
        visit(begin, stop, [this](Cell& c, Address, Address) { owner_.drop(c), c = Cell{}; });
      begin = stop;
    }
  }

  // Cells that a page's common one stands for are empty: there the answer is no.
  template <class F>
  bool all_of(Address begin, std::uint64_t size, F f) const {
    if (begin - kProgramBase >= kProgramSize - size) return false;
    const Address last = begin + size - 1;
    const Cell* cell = cells_ + (begin - kProgramBase) / 4;
    const Cell* const end = cells_ + (last - kProgramBase) / 4;
    unsigned first_byte = begin & 3;
    for (; cell <= end; ++cell, first_byte = 0) {
      if (!is_split(*cell)) [[likely]] {
        if (!f(*cell)) return false;
        continue;
      }
      const Cell* const bytes = records_.template cells_as<Cell>(cell->more);
      const unsigned last_byte = cell == end ? last & 3 : 3;
      for (unsigned i = first_byte; i <= last_byte; ++i)
        if (!f(bytes[i])) return false;
    }
    return true;
  }

  // It will be visited soon: into the cache with it.
  void expect(Address a) const { __builtin_prefetch(cells_ + (a - kProgramBase) / 4); }

  // What is known of one byte.
  Cell at(Address a) const {
    const Page& page = pages_[(a - kProgramBase) / kReach];
    if (page.state != State::Single) return page.common;
    const Cell& c = cells_[(a - kProgramBase) / 4];
    return is_split(c) ? records_.cells_as<Cell>(c.more)[a & 3] : c;
  }

  // f returns whether nobody can race with the cell, now or later on this path, unless the cell itself changes; with
  // `settling` a page of such cells without records is settled.
  template <class F>
  void for_each(F f, bool settling) const {
    follow_path();
    if (!settling) open_all();
    if (!std::ranges::is_sorted(open_)) std::ranges::sort(open_);
    std::size_t left = 0;
    for (const Address begin : open_) {
      if (for_each_on_page(begin, f) && settling)
        settle(begin);
      else
        open_[left++] = begin;
    }
    open_.resize(left);
  }

 private:
  static constexpr std::size_t kPageCells = 4096 / sizeof(Cell);
  static constexpr std::size_t kReach = kPageCells * 4;  // program bytes of a page
  static_assert(kProgramSize % kReach == 0 && kProgramBase % kReach == 0);

  enum class State : std::uint64_t {
    Blank,   // nothing is known of any byte: common and the cells are zero
    Common,  // the cells are zero, `common` stands for all
    Single,  // the cells count, common is zero
  };
  struct Page {
    State state;
    std::uint64_t stamp;  // of the cells; not journalled
    std::uint32_t used;   // once was not blank, and stands in open_, or is settled; not journalled
    std::uint32_t settled;  // stands in settled_, not in open_; not journalled
    Cell common;
  };

  static void clip(Address& begin, Address& end) {
    begin = std::max(begin, kProgramBase);
    end = std::min(end, kProgramEnd);
  }
  static Address page_end(Address a) { return kProgramBase + ((a - kProgramBase) / kReach + 1) * kReach; }
  Page& page_of(Address a) { return pages_[(a - kProgramBase) / kReach]; }
  Cell* first_cell(Address a) { return cells_ + (a - kProgramBase) / kReach * kPageCells; }
  static bool is_split(const Cell& c) { return is(Mark::Split, c.more); }
  static bool same(const Cell& a, const Cell& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

  void set_page(Page& page, State state, const Cell& common) {
    log_.journal().remember_bytes(&page.state, sizeof page.state);
    log_.journal().remember(page.common);
    page.state = state;
    page.common = common;
    if (page.used == 0) note_use(page);
    reopen(page);
  }
  void note_use(Page& page) const {
    page.used = 1;
    open_.push_back(kProgramBase + static_cast<std::size_t>(&page - pages_) * kReach);
  }
  // Whatever changes a cell that has no record comes through set_page or store.
  void reopen(Page& page) const {
    if (page.settled == 0) return;
    page.settled = 0;
    note_use(page);
  }
  void settle(Address begin) const {
    log_.journal().remember(settled_count_);
    pages_[(begin - kProgramBase) / kReach].settled = 1;
    settled_.push_back(begin);
    settled_count_ = settled_.size();
  }
  // What was settled on a path that was left is open again.
  void follow_path() const {
    for (; settled_.size() > settled_count_; settled_.pop_back())
      reopen(pages_[(settled_.back() - kProgramBase) / kReach]);
  }
  void open_all() const {
    for (const Address begin : settled_) reopen(pages_[(begin - kProgramBase) / kReach]);
  }
  template <class F>
  bool for_each_on_page(Address begin, F& f) const {
    const Page& page = pages_[(begin - kProgramBase) / kReach];
    if (page.state == State::Common) return f(page.common, begin, begin + kReach);
    if (page.state == State::Blank) return true;
    bool nobody_can_race = true;
    const Cell* const first = cells_ + (begin - kProgramBase) / 4;
    for (std::size_t i = 0; i < kPageCells; ++i)
      if (!same(first[i], Cell{})) nobody_can_race &= for_each_in(first[i], begin + 4 * i, f);
    return nobody_can_race;
  }
  template <class F>
  bool for_each_in(const Cell& c, Address begin, F& f) const {
    if (!is_split(c)) return f(c, begin, begin + 4) && c.more == 0;
    const Cell* const bytes = records_.template cells_as<Cell>(c.more);
    for (unsigned i = 0; i < 4; ++i)
      if (!same(bytes[i], Cell{})) f(bytes[i], begin + i, begin + i + 1);
    return false;
  }
  void remember_cells(Page& page, Cell* first) {
    if (log_.first(page.stamp)) log_.journal().remember_bytes(first, kPageCells * sizeof(Cell));
  }
  void store(Page& page, Cell* cell, const Cell& value) {
    reopen(page);
    if (log_.journal().recording() && !log_.remembered(page.stamp)) {
      if (log_.prefers_whole())
        remember_cells(page, cell - (cell - cells_) % static_cast<std::ptrdiff_t>(kPageCells));
      else
        log_.journal().remember(*cell);
    }
    *cell = value;
  }

  template <class F>
  void visit_page(Page& page, Address begin, F& f) {
    Cell c = page.common;
    f(c, begin, begin + kReach);
    if (c.more == 0) {
      if (!same(c, page.common)) set_page(page, same(c, Cell{}) ? State::Blank : State::Common, c);
      return;
    }
    fill_in(page, begin, c);  // has a record, so it cannot stand for all
  }
  void make_single(Page& page, Address a) {
    if (page.state == State::Single) return;
    if (page.state == State::Blank)
      set_page(page, State::Single, Cell{});
    else
      fill_in(page, a, page.common);
  }
  void fill_in(Page& page, Address a, const Cell value) {
    Cell* const first = first_cell(a);
    set_page(page, State::Single, Cell{});
    remember_cells(page, first);
    first[0] = value;
    for (std::size_t i = 1; i < kPageCells; ++i) first[i] = owner_.copy(value);
  }
  void clear_page(Page& page, Address a) {
    if (page.state == State::Blank) return;
    if (page.state == State::Common) {
      owner_.drop(page.common);
    } else {
      Cell* const first = first_cell(a);
      for (std::size_t i = 0; i < kPageCells; ++i) drop_cell(first[i]);
      remember_cells(page, first);
      std::memset(static_cast<void*>(first), 0, kPageCells * sizeof(Cell));
    }
    set_page(page, State::Blank, Cell{});
  }
  void drop_cell(const Cell& c) {
    if (!is_split(c)) return owner_.drop(c);
    for (unsigned i = 0; i < 4; ++i) owner_.drop(records_.cells_as<Cell>(c.more)[i]);
    records_.release(c.more);
  }

  template <class F>
  void visit_cells(Page& page, Address begin, Address end, F& f) {
    for (Cell* cell = cells_ + (begin - kProgramBase) / 4; begin < end; ++cell) {
      const Address stop = std::min(end, (begin | 3) + 1);
      if (stop - begin == 4 && !is_split(*cell)) [[likely]] {
        Cell c = *cell;
        f(c, begin, stop);
        if (!same(c, *cell)) store(page, cell, c);
      } else {
        visit_bytes(page, cell, begin, stop, f);
      }
      begin = stop;
    }
  }
  template <class F>
  void visit_bytes(Page& page, Cell* cell, Address begin, Address end, F& f) {
    if (!is_split(*cell)) split(page, cell);
    const Word record = cell->more;
    for (; begin < end; ++begin) {
      Cell c = records_.cells_as<Cell>(record)[begin & 3];
      f(c, begin, begin + 1);
      records_.touch(record);
      records_.cells_as<Cell>(record)[begin & 3] = c;
    }
    unite(page, cell);
  }
  void split(Page& page, Cell* cell) {
    const Word record = records_.allocate(Mark::Split, 4 * sizeof(Cell) / sizeof(Word));
    Cell* const bytes = records_.cells_as<Cell>(record);
    bytes[0] = *cell;
    for (unsigned i = 1; i < 4; ++i) bytes[i] = owner_.copy(bytes[0]);
    Cell name{};
    name.more = record;
    store(page, cell, name);
  }
  void unite(Page& page, Cell* cell) {
    const Word record = cell->more;
    const Cell* const bytes = records_.cells_as<Cell>(record);
    if (bytes[0].more != 0) return;
    for (unsigned i = 1; i < 4; ++i)
      if (!same(bytes[0], bytes[i])) return;
    for (unsigned i = 1; i < 4; ++i) owner_.drop(bytes[i]);
    const Cell one = bytes[0];
    records_.release(record);
    store(page, cell, one);
  }

  IntervalLog& log_;
  RecordPool& records_;
  Owner& owner_;
  Mapping cell_space_;
  Mapping page_space_;
  Cell* cells_;
  Page* pages_;
  // As in shadow.h: where pages begin that ever were in use and are not settled, sorted when asked for; and those that
  // were settled on this path, with some that were opened again since.
  mutable std::vector<Address> open_, settled_;
  mutable std::size_t settled_count_ = 0;  // journalled
};

}  // namespace heddle::detect
