// The vector-clock detector where a whole synchronisation object is accessed. A mutex has ten cells, and every lock and
// unlock accesses them all; nobody else ever does, in a program that is right. So such cells are a group: the first has
// the history of all, the others say that they follow it and at which distance. An atomic access to just these bytes is
// then as cheap as one to a word. See vector_clock.h.
//
// Invariants: a group lies in one page. Its first cell has atomic accesses and no plain read since the last plain
// write; each of the others has the mark Follows with its distance and, as its read word, its own plain write, which
// has the epoch of the first one's (they may come from different lines). As a read word that says "nothing new" exactly
// where the write would: see seen(). Whoever wants a cell alone calls leave_group() first, which gives each cell its
// own history.
//
// Main functions: access_group, make_group, leave_group.
#include "detect/vector_clock_accessor.h"

namespace heddle {

using namespace detect;

// False: it is not as simple as that, and nothing was done.
bool VectorClockDetector::access_group(Address begin, std::uint64_t size, const Accessor& who, bool write) {
  shadow_.spread(begin);
  if (!is_group(begin, size) && !make_group(begin, size, who)) return false;
  Cell first = *cell_of(begin);
  if (!who.ordered(records_.words(first.write)[0])) return false;
  add_atomic(first, who, write);
  if (first != *cell_of(begin)) shadow_.set(begin, first);
  return true;
}

// Nothing but plain writes of one epoch, all of them before the access that is about to come.
bool VectorClockDetector::make_group(Address begin, std::uint64_t size, const Accessor& who) {
  if (begin % 4 != 0 || size % 4 != 0 || begin % kPageReach + size > kPageReach) return false;
  Cell* const first = cell_of(begin);
  const std::uint64_t count = size / 4;
  const Word write = first->write;
  if (is_mark(write) || !who.ordered(write)) return false;
  for (std::uint64_t i = 0; i < count; ++i)
    if (first[i].read != 0 || first[i].write >> kSiteBits != write >> kSiteBits) return false;
  PageState& page = shadow_.page(begin);
  shadow_.prepare(page, first, count);
  for (std::uint64_t i = 1; i < count; ++i) first[i] = Cell{follows(i), first[i].write};
  const Word record = records_.allocate(Mark::Atomic, 3 + 2 * who.thread);
  records_.words(record)[0] = write;
  *first = Cell{record, 0};
  return true;
}

void VectorClockDetector::leave_group(Address cell) {
  const Cell* first = cell_of(cell);
  const std::size_t in_page = cell % kPageReach / 4;
  const bool follower = is(Mark::Follows, first->write);
  if (!follower && (in_page + 1 == kPageCells || first[1].write != follows(1))) return;
  const std::size_t back = follower ? index_of(first->write) : 0;
  first -= back;
  Address at = (cell & ~Address{3}) - 4 * back;
  const Word record = first->write;
  for (std::size_t i = 1; i + in_page - back < kPageCells && first[i].write == follows(i); ++i) {
    const Word own = records_.copy(record);
    records_.words(own)[0] = first[i].read;
    at += 4;
    shadow_.set(at, Cell{own, 0});
  }
}

}  // namespace heddle
