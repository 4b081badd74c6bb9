// The oracle: happens-before taken literally. Every event is kept; each knows the set of all events before it; an
// access is compared with every earlier one. Slow and without any cleverness, so that the other detectors can be held
// against it. Written from the standard's definitions ([intro.races], [atomics.order], [atomics.fences]) and not from
// clocks.h:
//
//   release sequence    found by walking back from the write that a load reads to the nearest plain store
//   fences              by looking for the fence, the store and the load that the definition asks for
//   happens-before      transitive closure, one bit set per event
//
// An object may be used by locks and release/acquire pairs or as an atomic, not as both.
// Backtracking: the length of the event list is journalled, and what lies beyond it is forgotten.
#pragma once
#include <vector>

#include "detect/race_detector.h"
#include "support/journal.h"

namespace heddle {

class NaiveDetector final : public RaceDetector {
 public:
  // `list`: fill races(), which takes long for large accesses.
  explicit NaiveDetector(Journal& journal, bool list = false) : journal_(journal), list_(list) {}

  const char* name() const override { return "naive"; }
  bool exact() const override { return true; }

  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override;
  void join(ThreadId joiner, ThreadId finished) override;
  void order(ThreadId, const Edge&) override;
  void forget(ObjectId) override;
  void copy(ObjectId from, ObjectId to) override;
  std::optional<Race> access(const Access&) override;
  void fresh(Address begin, std::uint64_t size) override;
  void new_interval() override {}

  bool knowledge(const Population&, detect::KnowledgeScratch&, Knowledge& into) const override;

  // Every earlier access that the last one races with, latest first. One entry for each stretch of common bytes.
  const std::vector<Race>& races_of_last_access() const { return races_; }
  // Those that the seam promises, byte by byte: a choice among the above.
  std::span<const Race> races() const override { return listed_; }

 private:
  enum class What : std::uint8_t { Access, Order, Fork, Join, Forget, Fresh, Copy };
  using Set = std::vector<std::uint64_t>;  // of events, by index

  struct Event {
    What what;
    ThreadId thread;  // not of Forget, Fresh and Copy
    ThreadId other;   // Fork: the child; Join: the finished one
    Edge edge{};      // Order; Forget, Copy: the object
    Access access{};  // Access; Fresh: address and size
    Set before{};
    ObjectId from{};  // Copy
  };

  std::size_t append(Event);
  void list_races(std::size_t here, Address byte);
  void add_before(Set&, std::size_t earlier) const;
  bool happens_before(std::size_t earlier, const Event&) const;
  // The last event of a thread before `end`: its own, or the one that created it.
  std::optional<std::size_t> last_of(ThreadId, std::size_t end) const;
  // What synchronises with an atomic read of the object at `position`, if that acquires.
  std::vector<std::size_t> heads(ObjectId, std::size_t position) const;
  std::vector<std::size_t> edges_into(std::size_t position) const;
  bool is_atomic_read(const Event&) const;

  class Knowers;  // naive_knowledge.cpp
  // The accesses that a later one can still race with: those since the last plain write of the byte, and that one.
  std::vector<std::uint64_t> kept_of(Address byte) const;

  Journal& journal_;
  std::vector<Event> events_;
  std::size_t length_ = 0;  // journalled: events_ beyond it were undone
  const bool list_;
  std::vector<Race> races_, listed_;
};

}  // namespace heddle
