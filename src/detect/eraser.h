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
// end of its storage makes it virgin again.
//
// Findings are breaches of a discipline, not races: hand-over by other means than one lock is a false alarm, and since
// the exclusive mode depends on the schedule a breach can go unseen. locking_discipline.h mends the latter.
#pragma once
#include "detect/discipline_detector.h"

namespace heddle {

namespace detect {

enum class EraserMode : std::uint32_t { Virgin, Exclusive, Shared, SharedModified };

struct EraserCell {
  Witnesses witnesses;
  EraserMode mode;
  LockSet candidates;  // kEveryLock before the byte is shared
  Word more;           // no record of its own
};

}  // namespace detect

class EraserDetector final : public detect::DisciplineDetector<EraserDetector, detect::EraserCell> {
 public:
  explicit EraserDetector(Journal& journal) : DisciplineDetector(journal) {}
  const char* name() const override { return "eraser"; }

  using Mode = detect::EraserMode;
  // What is known of a byte.
  Mode mode_at(Address a) const { return cells_.at(a).mode; }
  detect::LockSet candidates_at(Address a) const { return cells_.at(a).candidates; }
  std::vector<ObjectId> names(detect::LockSet set) const { return held_.names(set); }

 private:
  friend DisciplineDetector;
  void visit(detect::EraserCell&, const Access&, Address begin, Address end);
};

}  // namespace heddle
