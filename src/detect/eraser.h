// The eraser detector (Savage, Burrows, Nelson, Sobalvarro and Anderson, TOCS 1997): is there a lock that is held at
// every access to a byte? The four modes and the candidate set are those of its figure 4, as Stoller (2002, section 6)
// repeats them:
//
//   virgin           nobody has accessed it
//   exclusive        one thread has: it may be initialising, so no lock is asked for
//   shared           others have read it since; candidates are collected, but nothing is reported
//   shared-modified  others have written it, or it was written after others had read it: reported when no candidate
//                    is left
//
// The candidate set begins with what is held at the access that ends the exclusive mode. A byte is reported once; the
// end of its storage makes it virgin again. Atomic accesses are synchronisation, not data: they are left out.
//
// Findings are breaches of a discipline, not races: hand-over by other means than one lock is a false alarm, and since
// the exclusive mode depends on the schedule a breach can go unseen. locking_discipline.h mends the latter.
#pragma once
#include "detect/byte_cells.h"
#include "detect/witnesses.h"

namespace heddle {

class EraserDetector final : public RaceDetector {
 public:
  explicit EraserDetector(Journal& journal)
      : log_(journal), records_(log_), cells_(log_, records_, owner_), held_(journal) {}

  const char* name() const override { return "eraser"; }
  bool exact() const override { return false; }

  void running(ThreadId) override {}
  void fork(ThreadId, ThreadId) override {}
  void join(ThreadId, ThreadId) override {}
  void order(ThreadId t, const Edge& edge) override { held_.order(t, edge); }
  void forget(ObjectId o) override { held_.forget(o); }
  std::optional<Race> access(const Access&) override;
  std::span<const Race> races() const override { return findings_.all(); }
  void fresh(Address begin, std::uint64_t size) override { cells_.clear(begin, begin + size); }
  void new_interval() override { log_.new_interval(); }
  const char* overflowed() const override {
    return records_.exhausted() ? "no more memory for the race detector's records" : nullptr;
  }

  enum class Mode : std::uint32_t { Virgin, Exclusive, Shared, SharedModified };
  // What is known of a byte.
  Mode mode_at(Address a) const { return cells_.at(a).mode; }
  detect::LockSet candidates_at(Address a) const { return cells_.at(a).candidates; }
  std::vector<ObjectId> names(detect::LockSet set) const { return held_.names(set); }

 private:
  struct Cell {
    detect::Witnesses witnesses;
    Mode mode;
    detect::LockSet candidates;  // kEveryLock before the byte is shared
    detect::Word more;           // no record of its own
  };
  struct CellOwner {
    static Cell copy(const Cell& c) { return c; }
    static void drop(const Cell&) {}
  };
  void visit(Cell&, const Access&, Address begin, Address end);

  detect::IntervalLog log_;
  detect::RecordPool records_;
  CellOwner owner_;
  detect::ByteCells<Cell, CellOwner> cells_;
  detect::HeldLocks held_;
  detect::Findings findings_;
};

}  // namespace heddle
