// The locking-discipline detector: LD' of Stoller (2002, section 7), a stricter form of eraser's discipline whose
// answer does not depend on the order of accesses that no synchronisation orders. Of each byte that several threads
// access it demands, after its initialisation,
//
//   LD'-RO    that it is only read, or
//   LD'-lock  that one lock is held at all accesses.
//
// Initialisation is what one thread does in one segment, without a synchronisation operation between its first and its
// last access. The paper wants the thread declared beforehand; here it is the first to access the byte, if that is a
// write (what is read first was initialised statically). What makes this independent of the schedule, and closes a gap
// in the paper's theorem 7, is a demand of our own:
//
//   LD'-init  the initialising segment happens before every access of another thread.
//
// That is why this detector keeps clocks. It also takes section 7's more flexible alternative (several initialising
// accesses in one segment). A visible operation that orders nothing (a signal, a trylock that fails) does not end the
// segment: it shows nobody what was initialised. Bytes that one thread alone accesses are unshared and free of rules.
//
// Atomic accesses are synchronisation, not data, and are left out. A byte is reported once.
#pragma once
#include "detect/byte_cells.h"
#include "detect/clocks.h"
#include "detect/witnesses.h"

namespace heddle {

enum class Initialisers : std::uint8_t {
  First,  // the first thread to access a byte, if it writes
  None,   // nobody: LD' where no initialising thread is declared
};

class LockingDisciplineDetector final : public RaceDetector {
 public:
  explicit LockingDisciplineDetector(Journal& journal, Initialisers initialisers = Initialisers::First);

  const char* name() const override { return "locking-discipline"; }
  bool exact() const override { return false; }

  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  std::optional<Race> access(const Access&) override;
  std::span<const Race> races() const override { return findings_.all(); }
  void fresh(Address begin, std::uint64_t size) override { cells_.clear(begin, begin + size); }
  void new_interval() override { log_.new_interval(); }
  const char* overflowed() const override {
    return records_.exhausted() ? "no more memory for the race detector's records" : clocks_.overflowed();
  }

 private:
  // The initialising segment is named by its thread, whose number + 1 is the label of the witnesses (0: there was no
  // initialising access), and by that thread's clock, which ticks at each of its synchronisation operations.
  struct Cell {
    detect::Witnesses witnesses;
    std::uint32_t clock;
    detect::LockSet state;  // the locks held at all accesses since, and the two flags below
    detect::Word more;      // no record of its own
  };
  static constexpr std::uint32_t kWritten = 1U << 31;  // since the initialisation
  static constexpr std::uint32_t kBroken = 1U << 30;   // reported
  static constexpr std::uint32_t kFlags = kWritten | kBroken;

  struct CellOwner {
    static Cell copy(const Cell& c) { return c; }
    static void drop(const Cell&) {}
  };

  void visit(Cell&, const Access&, Address begin, Address end);
  void find(Cell&, const Access&, detect::LockSet before, Address begin, Address end);

  const Initialisers initialisers_;
  detect::IntervalLog log_;
  detect::RecordPool records_;
  CellOwner owner_;
  detect::ByteCells<Cell, CellOwner> cells_;
  detect::Clocks clocks_;
  detect::HeldLocks held_;
  detect::Findings findings_;
};

}  // namespace heddle
