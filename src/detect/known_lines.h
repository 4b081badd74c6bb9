// The accesses of the running thread in its segment, for instrumented code to look at (model/known_accesses.h). A
// segment ends with whatever could make an access of the same thread to the same place tell something new: another
// thread runs, the epoch changes, the state is saved or restored. So nothing is undone, and others' accesses need not
// be looked for: when they happen, the segment is over, and with it all lines. Within a segment a place is forgotten
// when its storage ends or is given out anew, or when it is accessed in any other way than by plain reads and writes.
//
//   add      these cells were read or written: VectorClockDetector::already_seen holds for them
//   forget   these bytes
//   next     everything: another segment
//   enable   whether instrumented code may look; off: every hook is called
#pragma once
#include "detect/mapping.h"
#include "model/known_accesses.h"

namespace heddle::detect {

class KnownLines {
 public:
  KnownLines() { reserve().clear(); }
  ~KnownLines() { heddle_known_now = kNothingIsKnown; }
  // Instrumented code looks at lines whatever the detector is: they must be there. Throws as Mapping does.
  static Mapping& reserve();

  void enable(bool on) {
    enabled_ = on;
    heddle_known_now = on ? segment_ << kSegmentShift : kNothingIsKnown;
  }
  // `count` cells of one line, beginning with that of `a`.
  void add(Address a, unsigned count, bool write) {
    const std::uint64_t first = a / 4 % 64;
    if (!enabled_ || first + count > 64) return;
    KnownLine& line = line_of(a);
    const std::uint64_t tag = tag_of(a);
    if (line.tag != tag) line = KnownLine{tag, 0, 0, 0};
    const std::uint64_t bits = ((std::uint64_t{1} << count) - 1) << first;
    line.read |= bits;
    if (write) line.written |= bits;
    used_ = true;
  }
  void forget(Address begin, Address end) {
    if (used_) forget_lines(begin, end);
  }
  void next() {
    if (used_) begin_segment();
  }
  // As instrumented code sees it.
  static bool knows(Address a, unsigned count, bool write) {
    const KnownLine& line = line_of(a);
    const std::uint64_t bits = (write ? line.written : line.read) >> (a / 4 % 64), wanted = (1u << count) - 1;
    return line.tag == heddle_known_now + (a >> kKnownLineShift) && (bits & wanted) == wanted;
  }

 private:
  static KnownLine& line_of(Address a) {
    return reinterpret_cast<KnownLine*>(kKnownBase)[(a >> kKnownLineShift) % kKnownLines];
  }
  std::uint64_t tag_of(Address a) const { return (segment_ << kSegmentShift) + (a >> kKnownLineShift); }
  void begin_segment();
  void forget_lines(Address begin, Address end);

  std::uint64_t segment_ = 1;
  bool enabled_ = false;
  bool used_ = false;  // some line has a tag of this segment
};

}  // namespace heddle::detect
