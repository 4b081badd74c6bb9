// Race detection by locksets (Elmas, Qadeer, Tasiran 2006): exact, and without clocks. LS(q), kept for the last write
// of each byte and for the reads since (figure 8), holds the threads and synchronisation objects through which that
// access is ordered before whatever comes next:
//
//   access by t     a race iff LS(q) ∩ LH(t) = ∅; then LS(q) := LH(t)        LH(t) = {t} and the mutexes that t holds
//   lock, acquire   LS ∋ o implies LS ∋ t          fork u    LS ∋ t implies LS ∋ u
//   release         LS ∋ t implies LS ∋ o          join u    LS ∋ u implies LS ∋ t
//
// histories.h keeps the accesses; the locksets and their changes are lockset_table.h. Deviations from the paper:
//  * A held mutex is in LS iff its owner is (the paper's Theorem 1, case 2), so the table leaves it out: LS ∩ LH(t) = ∅
//    iff t ∉ LS, and the mutex is added when it is unlocked. lockset() puts the held ones back in: the paper's sets.
//  * The paper codes a volatile variable as a lock around each access, which orders reads with reads. Here objects are
//    released and acquired; a plain atomic store ASSIGNS, LS ∋ o afterwards iff it releases and LS ∋ t, because it ends
//    the release sequences before it; a read-modify-write adds. Fences: by two tokens of each thread (Member::Kind).
//  * Atomic accesses are remembered too: they race with plain ones.
// With Keep::Exclusive the rules are those of figure 4, where reads count as writes.
#pragma once
#include <vector>

#include "detect/histories.h"
#include "detect/lockset_table.h"
#include "detect/lockset_watch.h"
#include "detect/race_detector.h"
#include "support/stable_pool.h"

namespace heddle {

class GoldilocksDetector final : public RaceDetector {
 public:
  GoldilocksDetector(Journal& journal, detect::Keep keep, bool list_all)
      : journal_(journal),
        judge_{journal, detect::LocksetTable(journal), {}},
        histories_(journal, judge_, keep, list_all) {}

  const char* name() const override { return "goldilocks"; }
  bool exact() const override { return true; }

  void running(ThreadId t) override { running_ = t; }
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;

  std::optional<Race> access(const Access& a) override {
    histories_.access(a);
    if (watch_ != nullptr) [[unlikely]]
      look(a.thread, true);
    return histories_.races().empty() ? std::nullopt : std::optional(histories_.races().front());
  }
  std::span<const Race> races() const override { return histories_.races(); }
  void fresh(Address begin, std::uint64_t size) override {
    histories_.fresh(begin, size);
    if (watch_ != nullptr) [[unlikely]]
      look(running_, false);
  }
  void watch(LocksetWatch* watch) override { watch_ = watch; }
  void expect(Address a) const override { histories_.expect(a); }
  void new_interval() override {
    histories_.new_interval();
    judge_.table.new_interval();
  }
  const char* overflowed() const override {
    return histories_.exhausted() ? "no more memory for the race detector's records" : judge_.table.overflowed();
  }

  // The lockset of one remembered access, in the paper's form: with the mutexes that its threads hold. Sorted.
  struct Lockset {
    ThreadId thread;  // who made the access
    AccessKind kind;
    SiteId site;
    std::vector<detect::Member> members;
  };
  std::vector<Lockset> locksets(Address byte);
  detect::LocksetTable& table() { return judge_.table; }

 private:
  // A tag is the index of a lockset. One that holds only t is shared by all accesses that t makes between two
  // operations by which somebody may learn of them.
  struct Judge {
    Journal& journal;
    detect::LocksetTable table;
    StablePool<detect::SetId> own;  // of each thread: {t}, or 0 if there is none at the moment

    bool ordered(const detect::Entry& e, ThreadId t) { return table.contains(e.tag, detect::thread_member(t)); }
    detect::SetId tag(ThreadId t) {
      const detect::SetId s = own_set(t);
      table.add_reference(s);
      return s;
    }
    detect::SetId renew(detect::SetId old, ThreadId t) {
      const detect::SetId s = own_set(t);
      if (s == old) return s;
      table.add_reference(s);
      table.drop_reference(old);
      return s;
    }
    detect::SetId copy(detect::SetId s) {
      table.add_reference(s);
      return s;
    }
    void drop(detect::SetId s) { table.drop_reference(s); }

    detect::SetId own_set(ThreadId t) {
      if (t.index() < own.size() && own[t.index()] != 0) [[likely]]
        return own[t.index()];
      return make_own_set(t);
    }
    detect::SetId make_own_set(ThreadId t);
    // t's past becomes known to somebody: what t does from now on is not part of it.
    void tell(ThreadId t);
  };

  void apply(ThreadId, const Edge&);
  void atomic_load(ThreadId, ObjectId, MemoryOrder);
  void fence(ThreadId, MemoryOrder);
  void set_owner(ObjectId, std::uint32_t);
  // Tells the watch if the set that it asks about is another one now.
  void look(ThreadId, bool access);

  Journal& journal_;
  Judge judge_;
  detect::Histories<Judge> histories_;
  StablePool<std::uint32_t, 1024> owners_;  // of mutexes: the thread that holds it + 1, or 0
  ThreadId running_;
  LocksetWatch* watch_ = nullptr;
  SiteId watched_site_;  // of the access whose set the last step tells
};

}  // namespace heddle
