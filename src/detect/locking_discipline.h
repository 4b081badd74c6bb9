// The locking-discipline detector: LD' of Stoller (2002, section 7), a stricter form of eraser's discipline whose
// answer does not depend on the order of accesses that no synchronisation orders. Of each byte that several threads
// access it demands, after its initialisation,
//
//   LD'-RO    that it is only read, or
//   LD'-lock  that one lock is held at all accesses.
//
// Initialisation is what one thread does in one segment, without a synchronisation operation between its first and its
// last access. The paper wants the thread declared beforehand, and the first to access the byte: that is possible
// (DeclaredInitialiser). Of other bytes it is the thread that is in fact the first, if its access is a write (what is
// read first was initialised statically). What makes this independent of the schedule, and closes a gap in the paper's
// theorem 7, is a demand of our own:
//
//   LD'-init  the initialising segment happens before every access of another thread.
//
// That is why this detector keeps clocks. It also takes section 7's more flexible alternative (several initialising
// accesses in one segment). A visible operation that orders nothing (a signal, a trylock that fails) does not end the
// segment: it shows nobody what was initialised. Bytes that one thread alone accesses are unshared and free of rules.
//
// A byte is reported once.
#pragma once
#include "detect/clocks.h"
#include "detect/discipline_detector.h"
#include "model/schedule.h"

namespace heddle {

// Who initialises where nothing is declared.
enum class Initialisers : std::uint8_t {
  First,  // the first thread to access a byte, if it writes
  None,   // nobody: LD' as published
};

// Of a whole variable: an access does not reach beyond the one that it begins in.
struct DeclaredInitialiser {
  Address begin = 0;
  std::uint64_t size = 0;
  std::string thread;  // empty: nobody
};

namespace detect {

// The initialising segment is named by its thread, whose number + 1 is the label of the witnesses (0: there was no
// initialising access; kOutOfTurn: another thread came before the declared one), and by that thread's clock, which
// ticks at each of its synchronisation operations.
struct LockingCell {
  Witnesses witnesses;
  std::uint32_t clock;
  LockSet state;  // the locks held at all accesses since, and two flags (locking_discipline.cpp)
  Word more;      // no record of its own
};

}  // namespace detect

class LockingDisciplineDetector final
    : public detect::DisciplineDetector<LockingDisciplineDetector, detect::LockingCell> {
 public:
  explicit LockingDisciplineDetector(Journal& journal, Initialisers initialisers = Initialisers::First)
      : DisciplineDetector(journal), initialisers_(initialisers), clocks_(journal, ~std::uint32_t{0}) {}

  // `names` tells who a thread is, and outlives the detector.
  void declare(std::vector<DeclaredInitialiser> declared, const ThreadNames& names);

  const char* name() const override { return "locking-discipline"; }
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId from, ObjectId to) override { clocks_.copy(from, to); }
  const char* overflowed() const override {
    const char* const records = DisciplineDetector::overflowed();
    return records != nullptr ? records : clocks_.overflowed();
  }

 private:
  friend DisciplineDetector;
  void visit(detect::LockingCell&, const Access&, Address begin, Address end);
  void begin_life(detect::LockingCell&, const Access&, Address begin);
  void find(detect::LockingCell&, const Access&, detect::LockSet before, Address begin, Address end);

  const Initialisers initialisers_;
  std::vector<DeclaredInitialiser> declared_;  // sorted by begin
  const ThreadNames* names_ = nullptr;
  detect::Clocks clocks_;
};

}  // namespace heddle
