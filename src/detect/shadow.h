// Shadow memory: one Cell per aligned four bytes of program memory, directly mapped at kShadowBase, so that the cell of
// an address is found by arithmetic alone. A page of shadow is 256 cells: 1 KB of the program.
//
// Beside the cells each page has a PageState. A page whose cells all have one history of plain accesses need not fill
// its cells in: they stay zero and the history stands in PageState::common. That makes the end or the clearing of a
// large block cheap, in time and in the journal. Whoever wants a single cell calls spread() first.
//
// Journal: single cells while little happens, whole pages once per interval afterwards (interval_log.h).
//
// Settled pages: most of what a program has written nobody can race with any more, and that stays so for as long as the
// path goes on and nobody comes back. for_each() is told so, and leaves such a page out until one of its cells changes,
// or until the path goes back to before it was settled (settled_count_ is journalled, settled_ is what is there). A
// page that was opened again too early costs time, nothing else.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "detect/interval_log.h"
#include "detect/mapping.h"
#include "detect/shadow_word.h"
#include "model/address_space.h"

namespace heddle::detect {

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kPageCells = kPageBytes / sizeof(Cell);
inline constexpr std::size_t kPageReach = kPageCells * 4;  // program bytes
constexpr Address next_page(Address a) { return (a / kPageReach + 1) * kPageReach; }

struct PageState {
  std::uint64_t stamp;              // 0: no cell of the page was ever touched (so all are zero); not journalled
  std::uint64_t populated : 1;      // the kernel was asked for the memory of the page already
  std::uint64_t used : 1;           // stands in Shadow::open_, or is settled
  std::uint64_t settled : 1;        // stands in Shadow::settled_, not in open_; not journalled
  std::uint64_t common_stamp : 61;  // as stamp, of `common`
  Cell common;                      // not zero: all cells of the page are zero and mean this
};
static_assert(sizeof(PageState) == 32);

inline Cell* cell_of(Address a) { return reinterpret_cast<Cell*>(kShadowBase + ((a - kProgramBase) >> 2 << 4)); }

class Shadow {
 public:
  explicit Shadow(IntervalLog& log);

  PageState& page(Address a) { return pages_[(a - kProgramBase) / kPageReach]; }

  const PageState& page(Address a) const { return pages_[(a - kProgramBase) / kPageReach]; }

  // Before the cells of a page are looked at one by one.
  void spread(Address a) {
    PageState& p = page(a);
    if (p.common != Cell{}) fill_in(p, a);
  }

  // Changes one cell; the page must be spread.
  void set(Address a, Cell value) { set(page(a), cell_of(a), value); }
  void set(PageState& p, Cell* cell, Cell value) {
    if (p.stamp == 0) touch(p, cell);
    if (!log_.remembered(p.stamp)) remember(p, cell);
    *cell = value;
  }

  // These cells of one page are about to change, by set() or directly.
  void prepare(PageState& p, Cell* first, std::size_t count);

  // Changes what a whole page means; its cells must be zero.
  void set_common(PageState& p, Cell value) {
    std::uint64_t stamp = p.common_stamp;
    if (log_.first(stamp)) log_.journal().remember(p.common);
    p.common_stamp = stamp;
    p.common = value;
    if (!p.used) note_use(p);
    reopen(p);
  }
  // Zeroes the cells of a whole page (the caller has dealt with the records they name).
  void zero_cells(PageState& p, Address a);

  // f(cell, begin, end) for all cells that are not empty and not on a settled page, by ascending address. It returns
  // whether nobody can race with the cell, now or later on this path, unless the cell itself changes; with `settling` a
  // page of such cells is settled.
  template <class F>
  void for_each(F f, bool settling) const {
    follow_path();
    if (!std::ranges::is_sorted(open_)) std::ranges::sort(open_);
    std::size_t left = 0;
    for (const Address begin : open_) {
      if (visit_page(begin, f) && settling && may_settle(begin))
        settle(begin);
      else
        open_[left++] = begin;
    }
    open_.resize(left);
  }
  // No page is settled any more.
  void open_all() const {
    for (const Address begin : settled_) reopen(page_at(begin));
  }

 private:
  PageState& page_at(Address begin) const { return pages_[(begin - kProgramBase) / kPageReach]; }
  void note_use(PageState& p) const {
    p.used = 1;
    open_.push_back(kProgramBase + static_cast<std::size_t>(&p - pages_) * kPageReach);
  }
  // Every change of a page that is not in the journal as a whole comes through here, and one that is there is not
  // settled.
  void reopen(PageState& p) const {
    if (!p.settled) return;
    p.settled = 0;
    note_use(p);
  }
  template <class F>
  bool visit_page(Address begin, F& f) const {
    const PageState& p = page_at(begin);
    if (p.common != Cell{}) return f(p.common, begin, begin + kPageReach);
    if (p.stamp == 0) return true;
    bool nobody_can_race = true;
    const Cell* const cells = cell_of(begin);
    for (std::size_t i = 0; i < kPageCells; ++i)
      if (cells[i] != Cell{}) nobody_can_race &= f(cells[i], begin + 4 * i, begin + 4 * i + 4);
    return nobody_can_race;
  }
  bool may_settle(Address begin) const { return !log_.remembered(page_at(begin).stamp); }
  void settle(Address begin) const;
  void follow_path() const;
  void fill_in(PageState& p, Address a);
  void remember(PageState& p, Cell* cell) {
    reopen(p);
    if (!log_.prefers_whole()) {
      log_.journal().remember(*cell);
    } else {
      remember_page(p, cell);
    }
  }
  void remember_page(PageState& p, Cell* cell);
  void touch(PageState& p, Cell* cell);  // for the first time: there is nothing but zeros to remember
  void populate_from(PageState* p, Cell* page);

  IntervalLog& log_;
  Mapping cells_;
  Mapping page_space_;
  PageState* pages_;
  // Where pages begin that were ever in use and are not settled; sorted when asked for.
  mutable std::vector<Address> open_;
  // Pages in the order in which they were settled on this path, with some that were opened again since. What stands
  // behind settled_count_ belongs to a path that was left.
  mutable std::vector<Address> settled_;
  mutable std::size_t settled_count_ = 0;  // journalled
};

}  // namespace heddle::detect
