// The transitions between eraser's modes. See eraser.h.
#include "detect/eraser.h"

namespace heddle {

using detect::kEveryLock;
using detect::kNoLock;
using detect::LockSet;

std::optional<Race> EraserDetector::access(const Access& a) {
  findings_.clear();
  if (is_atomic(a.kind)) return std::nullopt;
  const Address end = a.address + std::min(a.size, ~Address{0} - a.address);
  if (a.kind == AccessKind::Free) {
    cells_.clear(a.address, end);
    return std::nullopt;
  }
  cells_.visit(a.address, end, [&](Cell& c, Address from, Address to) { visit(c, a, from, to); });
  return findings_.first();
}

void EraserDetector::visit(Cell& c, const Access& a, Address begin, Address end) {
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
  std::optional<std::vector<ObjectId>> locks;
  if (before != kEveryLock) locks = held_.names(before);
  findings_.add(earlier, a, begin, end, Breach::NoCommonLock, std::move(locks));
}

}  // namespace heddle
