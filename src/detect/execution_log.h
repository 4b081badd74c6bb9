// The current execution, event by event, for a search that asks at its end what other orders of the same events could
// lead to (search/race_free.h): accesses with the locks that protect them, and what orders threads.
//
// Not journalled: the search knows where each state of its path lies in the log, and cuts it there when it comes back.
// (Who holds which lock is journalled.) An access that repeats an earlier one in every respect is kept once, and told
// when it was made last: what it reads may have changed in between. A log
// that has become full keeps no more accesses and is of no use to anybody; programs that compute would fill the memory.
//
// Main functions: access, cut, events.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "detect/lock_sets.h"
#include "detect/race_detector.h"

namespace heddle {

class ExecutionLog final : public AccessObserver {
 public:
  enum class Kind : std::uint8_t { Access, Branch, Fork, Join, Order, Forget, Copy, Fresh };
  struct Event {
    Kind kind = Kind::Access;
    AccessKind access = AccessKind::Read;
    bool alone = false;          // Access: every other thread that was created has been joined
    ThreadId thread{}, other{};  // other: Fork: the child; Join: who has ended
    detect::LockSet locks = 0;   // Access, Branch: that protect it
    SiteId site{};               // Branch: its number in Flows::branches
    ObjectId object{}, from{};   // Forget, Copy
    Address address = 0;
    std::uint64_t size = 0;
    Edge edge{};  // Order
    // Access: it was made again, with the same locks, after all events before this place; what came between are
    // accesses.
    std::size_t repeated_at = 0;
  };

  explicit ExecutionLog(Journal& journal) : journal_(journal), held_(journal) {}

  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId from, ObjectId to) override { add({.kind = Kind::Copy, .object = to, .from = from}); }
  void access(const Access&) override;
  void fresh(Address begin, std::uint64_t size) override { add({.kind = Kind::Fresh, .address = begin, .size = size}); }
  void new_interval() override {}
  // A thread has come to a place where its code divides.
  void branch(ThreadId, std::uint32_t number);

  std::span<const Event> events() const { return events_; }
  std::size_t size() const { return events_.size(); }
  static constexpr std::size_t kMost = std::size_t{1} << 20;
  bool is_full() const { return events_.size() >= kMost; }
  // Calls `then`, once, as soon as this many accesses were heard of, in whatever executions. Large ones count for
  // several.
  void stop_after(std::uint64_t accesses, void (*then)()) {
    may_hear_ = accesses;
    then_ = then;
  }
  // Back to where it had this size; what follows repeats nothing that was before.
  void cut(std::size_t size) {
    events_.resize(size);
    ++interval_;
  }

  detect::LockSet locks_in_common(detect::LockSet a, detect::LockSet b) { return held_.intersect(a, b); }
  bool have_lock_in_common(detect::LockSet a, detect::LockSet b) { return locks_in_common(a, b) != detect::kNoLock; }
  std::vector<ObjectId> locks(detect::LockSet set) const { return held_.names(set); }

 private:
  void add(const Event& event) {
    events_.push_back(event);
    ++interval_;
  }
  void add_once(const Event& event);
  void hear(std::uint64_t accesses) {
    if (accesses > may_hear_) {
      may_hear_ = ~std::uint64_t{0};
      then_();
    }
    may_hear_ -= accesses;
  }

  // Threads that were created and have not been joined, one bit for each; the last bit is for many and stays.
  using Unjoined = std::uint64_t;
  static constexpr unsigned kManyThreads = 63;
  static Unjoined bit_of(ThreadId t) { return Unjoined{1} << (t.index() < kManyThreads ? t.index() : kManyThreads); }

  Journal& journal_;
  Unjoined unjoined_ = 0;  // journalled
  detect::HeldLocks held_;
  std::vector<Event> events_;
  struct Recent {
    std::uint64_t interval = 0;
    std::size_t index = 0;
  };
  std::array<Recent, 1024> recent_{};  // a cache: each access has one place
  std::uint64_t interval_ = 1;         // between events that are no accesses, and cuts
  std::uint64_t may_hear_ = ~std::uint64_t{0};
  void (*then_)() = nullptr;
};

}  // namespace heddle
