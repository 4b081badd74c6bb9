// The slow parts of shadow memory: whole pages.
#include "detect/shadow.h"

#include <algorithm>
#include <cstring>

namespace heddle::detect {

namespace {

constexpr std::size_t kPagesAhead = 32;

Cell* first_cell_of_page(Cell* cell) {
  return reinterpret_cast<Cell*>(reinterpret_cast<std::uintptr_t>(cell) & ~(kPageBytes - 1));
}

}  // namespace

Shadow::Shadow(IntervalLog& log)
    : log_(log),
      cells_(kShadowSize, "the detector's shadow memory", kShadowBase),
      page_space_(kProgramSize / kPageReach * sizeof(PageState), "the detector's shadow pages"),
      pages_(page_space_.as<PageState>()) {
  static_assert(kProgramSize % kPageReach == 0 && kProgramBase % kPageReach == 0 && kShadowBase % kPageBytes == 0);
}

void Shadow::remember_page(PageState& p, Cell* cell) {
  reopen(p);
  if (log_.first(p.stamp)) log_.journal().remember_bytes(first_cell_of_page(cell), kPageBytes);
}

void Shadow::touch(PageState& p, Cell* cell) {
  p.stamp = 1;
  if (!p.used) note_use(p);
  reopen(p);
  if (!p.populated && &p > pages_ && (&p)[-1].stamp != 0) populate_from(&p, first_cell_of_page(cell));
  if (log_.first(p.stamp)) log_.journal().remember_zero(first_cell_of_page(cell), kPageBytes);
}

// Pages are touched one after the other: get the next ones from the kernel at once.
void Shadow::populate_from(PageState* p, Cell* page) {
  const std::size_t count = std::min<std::size_t>(kPagesAhead, pages_ + kProgramSize / kPageReach - p);
  for (std::size_t i = 0; i < count; ++i) p[i].populated = 1;
  Mapping::populate(page, count * kPageBytes);
}

void Shadow::fill_in(PageState& p, Address a) {
  Cell* const first = first_cell_of_page(cell_of(a));
  prepare(p, first, kPageCells);
  const Cell value = p.common;
  set_common(p, Cell{});
  std::fill_n(first, kPageCells, value);
}

void Shadow::prepare(PageState& p, Cell* first, std::size_t count) {
  if (p.stamp == 0) touch(p, first);
  if (log_.remembered(p.stamp)) return;
  reopen(p);
  if (count == kPageCells || log_.prefers_whole()) return remember_page(p, first);
  log_.journal().remember_bytes(first, count * sizeof(Cell));
}

void Shadow::zero_cells(PageState& p, Address a) {
  Cell* const first = first_cell_of_page(cell_of(a));
  if (p.stamp == 0) return;
  remember_page(p, first);
  std::memset(first, 0, kPageBytes);
}

void Shadow::settle(Address begin) const {
  log_.journal().remember(settled_count_);
  page_at(begin).settled = 1;
  settled_.push_back(begin);
  settled_count_ = settled_.size();
}

void Shadow::follow_path() const {
  for (; settled_.size() > settled_count_; settled_.pop_back()) reopen(page_at(settled_.back()));
}

}  // namespace heddle::detect
