// What the two lock disciplines have in common (eraser.h, locking_discipline.h): a cell for every byte, the locks that
// each thread holds, and the findings of an access. A discipline is
//
//   Self::visit(Cell&, const Access&, Address begin, Address end)   the rules, for the bytes of one cell
//
// Atomic accesses are synchronisation, not data, and are left out. The end of storage is no access: the next one finds
// the bytes as if nobody had accessed them.
#pragma once
#include <algorithm>

#include "detect/byte_cells.h"
#include "detect/lock_sets.h"
#include "detect/race_detector.h"
#include "detect/witnesses.h"

namespace heddle::detect {

template <class Self, class Cell>
class DisciplineDetector : public RaceDetector {
 public:
  bool exact() const override { return false; }

  void running(ThreadId) override {}
  void fork(ThreadId, ThreadId) override {}
  void join(ThreadId, ThreadId) override {}
  void order(ThreadId t, const Edge& edge) override { held_.order(t, edge); }
  void forget(ObjectId o) override { held_.forget(o); }
  void copy(ObjectId, ObjectId) override {}

  std::optional<Race> access(const Access& a) override {
    findings_.clear();
    if (is_atomic(a.kind)) return std::nullopt;
    const Address end = a.address + std::min(a.size, ~Address{0} - a.address);
    if (a.kind == AccessKind::Free) {
      cells_.clear(a.address, end);
      return std::nullopt;
    }
    cells_.visit(a.address, end,
                 [&](Cell& c, Address from, Address to) { static_cast<Self&>(*this).visit(c, a, from, to); });
    return findings_.first();
  }
  std::span<const Race> races() const override { return findings_.all(); }
  void fresh(Address begin, std::uint64_t size) override { cells_.clear(begin, begin + size); }
  void expect(Address a) const override { cells_.expect(a); }
  void new_interval() override { log_.new_interval(); }
  const char* overflowed() const override {
    return records_.exhausted() ? "no more memory for the race detector's records" : nullptr;
  }

 protected:
  explicit DisciplineDetector(Journal& journal)
      : log_(journal), records_(log_), cells_(log_, records_, owner_), held_(journal) {}

  // The locks that a finding names: those held at every access that counted before it.
  std::optional<std::vector<ObjectId>> names_before(LockSet before) const {
    if (before == kEveryLock) return std::nullopt;
    return held_.names(before);
  }

 private:
  struct Owner {  // cells have no records of their own
    static Cell copy(const Cell& c) { return c; }
    static void drop(const Cell&) {}
  };

  IntervalLog log_;
  RecordPool records_;
  Owner owner_;

 protected:
  ByteCells<Cell, Owner> cells_;
  HeldLocks held_;
  Findings findings_;
};

}  // namespace heddle::detect
