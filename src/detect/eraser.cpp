// The transitions between eraser's modes. See eraser.h.
#include "detect/eraser.h"

namespace heddle {

using detect::kNoLock;
using detect::LockSet;

void EraserDetector::visit(detect::EraserCell& c, const Access& a, Address begin, Address end) {
  const bool write = is_write(a.kind);
  const LockSet before = c.candidates;
  const bool reported = c.mode == Mode::SharedModified && before == kNoLock;
  if (c.mode == Mode::Virgin) c.mode = Mode::Exclusive;
  const bool exclusive = c.mode == Mode::Exclusive && c.witnesses.of_another(a.thread) == 0;
  if (!exclusive) {
    c.candidates = held_.intersect(before, held_.protecting(a.thread, write));
    if (write)
      c.mode = Mode::SharedModified;
    else if (c.mode == Mode::Exclusive)
      c.mode = Mode::Shared;
  }
  const detect::Word earlier = c.witnesses.of_another(a.thread);
  c.witnesses.note(a);
  if (reported || c.mode != Mode::SharedModified || c.candidates != kNoLock) return;
  findings_.add(earlier, a, begin, end, Breach::NoCommonLock, names_before(before));
}

}  // namespace heddle
