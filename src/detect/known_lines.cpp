// See known_lines.h. Main functions: begin_segment, forget_lines.
#include "detect/known_lines.h"

extern "C" {
std::uint64_t heddle_known_now = heddle::kNothingIsKnown;
}

namespace heddle::detect {

namespace {
constexpr Address kManyBytes = Address{1} << 20;  // of which it is cheaper to forget everything
}

Mapping& KnownLines::reserve() {
  static Mapping lines(kKnownLines * sizeof(KnownLine), "the lines of known accesses", kKnownBase);
  return lines;
}

void KnownLines::begin_segment() {
  used_ = false;
  if (++segment_ == kSegments) {  // numbers are used again: lines that have them must go
    reserve().clear();
    segment_ = 1;
  }
  enable(enabled_);
}

void KnownLines::forget_lines(Address begin, Address end) {
  if (end - begin >= kManyBytes) return begin_segment();
  for (Address a = begin; a < end; a = ((a >> kKnownLineShift) + 1) << kKnownLineShift) {
    KnownLine& line = line_of(a);
    if (line.tag == tag_of(a)) line = KnownLine{};
  }
}

}  // namespace heddle::detect
