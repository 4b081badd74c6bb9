// Keeps an eye on accesses, beside the detector if there is one, for the searches that reduce by locks: what the
// current step has accessed, and whether the locking discipline holds.
//
// The discipline (LD' of Stoller 2002, section 7): two accesses to the same bytes by different threads, at least one a
// write and one not atomic, have a mutex in common that is held at both, or are ordered by happens-before without the
// edges of mutexes. The outcome does not depend on the order in which critical sections are executed.
// Deviations from the paper:
//  * Pairs of accesses need a lock in common, not all accesses of a location: for commuting two accesses that is
//  enough.
//  * Order by other means than mutexes (creation, join, semaphores, atomics) counts. It takes the place of the paper's
//    rules about initialisation, whose theorem has a gap; a hand-over between threads is no breach.
//
// A real race is always a breach. A breach need not be a race: data may be handed over by a mutex.
//
// For each eight bytes there is a short list of accesses: of each thread, kind and set of held mutexes the last one.
// Undo: changes are logged here, and the length of the log is journalled; what lies beyond it is undone at the next
// event.
//
// Main functions: begin_step, step_accesses, breaches; access.
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "detect/clocks.h"
#include "detect/lock_sets.h"
#include "detect/race_detector.h"
#include "support/journal.h"

namespace heddle {

struct WatchedRange {
  Address begin = 0, end = 0;
  bool write = false;
};

class AccessWatch final : public AccessObserver {
 public:
  explicit AccessWatch(Journal& journal) : journal_(journal), clocks_(journal), held_(journal) {}

  void running(ThreadId) override {}  // every event names its thread
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId from, ObjectId to) override;
  void access(const Access&) override;
  void fresh(Address begin, std::uint64_t size) override;
  void new_interval() override {}  // each change is undone by itself

  // What it ran out of (a sentence), or nullptr: from then on it misses breaches.
  const char* overflowed() const { return clocks_.overflowed(); }

  void begin_step() { step_.clear(); }
  std::span<const WatchedRange> step_accesses() const { return step_; }  // since begin_step, plain ones and frees
  // Every pair that broke the discipline since clear_breaches, in any execution; bytes as in Race.
  const std::vector<Race>& breaches() const { return breaches_; }
  void clear_breaches() { breaches_.clear(); }
  // Accesses to these bytes are scheduling points: the discipline is not asked for.
  void communicate(Address begin, std::uint64_t size) { communication_.push_back({begin, begin + size, true}); }

  // Something is claimed about these bytes: that one thread at most accesses them, or that they keep the discipline.
  void claim(Address begin, std::uint64_t size, bool unshared, std::size_t name) {
    claims_.push_back({begin, begin + size, unshared, name});
  }
  struct BrokenClaim {
    std::size_t name;
    Race accesses;
  };
  const std::vector<BrokenClaim>& broken_claims() const { return broken_claims_; }  // the first of each, ever

 private:
  static constexpr unsigned kGranule = 8;

  struct Past {  // an access to some bytes of a granule
    ThreadId thread;
    AccessKind kind;
    std::uint8_t bytes;  // which of them
    std::uint32_t clock;
    detect::LockSet locks;
    SiteId site;
  };
  struct Claim {
    Address begin, end;
    bool unshared;
    std::size_t name;
  };
  struct Change {  // how to undo: the whole list of a granule as it was
    Address granule;
    std::vector<Past> before;
  };

  void catch_up();
  void visit(const Access&, Address granule, std::uint8_t bytes);
  bool ordered(const Past&, const Access&);
  void check_claims(const Race&, bool is_breach);
  static Race pair(const Past&, const Access&, Address granule, unsigned common);
  void breach(const Race&);
  void log(Address granule, const std::vector<Past>& before);

  Journal& journal_;
  detect::Clocks clocks_;   // without the edges of mutexes
  detect::HeldLocks held_;  // mutexes alone
  std::unordered_map<Address, std::vector<Past>> cells_;
  std::vector<Change> changes_;
  std::size_t length_ = 0;  // journalled: changes_ beyond it have to be undone
  std::vector<WatchedRange> step_;
  std::vector<Race> breaches_;
  std::vector<WatchedRange> communication_;
  std::vector<Claim> claims_;
  std::vector<BrokenClaim> broken_claims_;
};

}  // namespace heddle
