// The vector-clock detector where storage is given out anew: what is known of it belongs to another object. Pages that
// nobody has touched cost nothing, whole pages little (shadow.h). See vector_clock.h.
//
// Main functions: fresh, clear_page, clear_bytes.
#include <algorithm>

#include "detect/vector_clock.h"

namespace heddle {

using namespace detect;

void VectorClockDetector::fresh(Address address, std::uint64_t size) {
  if (size == 0 || address >= kProgramEnd || overflowed() != nullptr) return;
  const Address begin = std::max(address, kProgramBase);
  const Address end = address + std::min(size, kProgramEnd - address);
  known_.forget(begin, end);
  for (Address a = begin; a < end;) {
    const Address page_end = std::min(end, next_page(a));
    const PageState& page = shadow_.page(a);
    const bool touched = page.stamp != 0 || page.common != Cell{};
    if (touched && page_end - a == kPageReach) {
      clear_page(a);
    } else if (touched) {
      shadow_.spread(a);
      while (a < page_end) {
        const Address cell_end = std::min((a & ~Address{3}) + 4, page_end);
        if (*cell_of(a) != Cell{}) clear_bytes(a, cell_end);
        a = cell_end;
      }
    }
    a = page_end;
  }
}

// Some or all bytes of one cell that has a history.
void VectorClockDetector::clear_bytes(Address begin, Address end) {
  leave_group(begin);
  Cell cell = *cell_of(begin);
  if (!is(Mark::Split, cell.write)) {
    if (end - begin == 4) {
      drop_records(cell);
      shadow_.set(begin, Cell{});
      return;
    }
    cell = Cell{split(cell), 0};
    shadow_.set(begin, cell);
  }
  records_.touch(cell.write);
  Cell* const bytes = records_.cells(cell.write);
  for (Address a = begin; a < end; ++a) {
    drop_records(bytes[a & 3]);
    bytes[a & 3] = Cell{};
  }
  unite(begin);
}

void VectorClockDetector::clear_page(Address begin) {
  PageState& page = shadow_.page(begin);
  if (page.common != Cell{}) return shadow_.set_common(page, Cell{});
  bool empty = true;
  const Cell* const cells = cell_of(begin);
  for (std::size_t i = 0; i < kPageCells; ++i) {
    if (cells[i] == Cell{}) continue;
    empty = false;
    if (is_mark(cells[i].write) || is_mark(cells[i].read)) clear_bytes(begin + 4 * i, begin + 4 * i + 4);
  }
  if (!empty) shadow_.zero_cells(page, begin);
}

}  // namespace heddle
