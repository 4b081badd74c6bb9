// What a whole transition does to others: its visible operation, and for a composed one also the rest up to the next
// visible operation, boiled down to its net effect (Stoller 2002, sections 5.2 and 5.3).
//
// A critical section that lies inside one transition (lock; accesses; unlock) leaves its mutex as it was. Two of them
// on the same mutex are then independent unless their accesses conflict, although the order of their locks makes a
// difference to happens-before; composed.h says when that may be ignored.
//
// Such a section is one only if nothing else in it could be noticed: the silent operations in it are unlocks, and joins
// of a thread that ends with it; and the program calls nothing with hidden effects (input, keys;
// Image::hidden_effects).
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "detect/access_watch.h"
#include "search/dependency.h"

namespace heddle {

struct NetEffect {
  Footprint footprint;                 // of the visible operation
  bool passes = false;                 // its mutex is taken and given back
  std::vector<WatchedRange> accesses;  // if it passes
};

// The same bytes in few ranges.
inline void compact(std::vector<WatchedRange>& ranges) {
  auto key = [](const WatchedRange& r) { return std::pair(r.write, r.begin); };
  std::sort(ranges.begin(), ranges.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::size_t used = 0;
  for (const WatchedRange& r : ranges) {
    if (used > 0 && ranges[used - 1].write == r.write && r.begin <= ranges[used - 1].end)
      ranges[used - 1].end = std::max(ranges[used - 1].end, r.end);
    else
      ranges[used++] = r;
  }
  ranges.resize(used);
}

inline bool conflict(std::span<const WatchedRange> a, std::span<const WatchedRange> b) {
  for (const WatchedRange& x : a)
    for (const WatchedRange& y : b)
      if ((x.write || y.write) && x.begin < y.end && y.begin < x.end) return true;
  return false;
}

inline bool dependent(const NetEffect& a, const NetEffect& b) {
  if (a.passes && b.passes && a.footprint.parts[0].object == b.footprint.parts[0].object)
    return conflict(a.accesses, b.accesses);
  return dependent(a.footprint, b.footprint);
}

// The executed step took a mutex and gave it back without anything that others could notice but `accesses`.
inline bool passes_mutex(const Transition& step) {
  if (step.operation.kind != OperationKind::MutexLock) return false;
  bool given_back = false;
  for (const SilentOperation& silent : step.silent) {
    if (silent.kind != OperationKind::MutexUnlock && silent.kind != OperationKind::Join) return false;
    given_back |= silent.kind == OperationKind::MutexUnlock && silent.object == step.operation.object;
  }
  return given_back;
}

}  // namespace heddle
