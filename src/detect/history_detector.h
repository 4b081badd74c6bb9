// What the detectors built on histories (histories.h) have in common: an access is compared with the byte's history,
// every other event is the Judge's. Beyond what Histories asks of it a Judge has
//
//   fork, join, order, forget   as in RaceDetector
//   copy_object                 copy() of RaceDetector
//   new_interval()              a snapshot is being taken
//   overflowed()                what it ran out of, or nullptr
//   each_knower, covers         as in knowledge_gather.h
//   std::uint64_t key(const Entry&) const   there: accesses with one key have one lockset
//
// vector_clock_listing.h, summary.h and goldilocks.h are each a Judge and a name for it.
#pragma once
#include <utility>

#include "detect/histories.h"
#include "detect/knowledge_gather.h"
#include "detect/race_detector.h"

namespace heddle::detect {

template <class Judge>
class HistoryDetector : public RaceDetector {
 public:
  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override { judge_.fork(parent, child); }
  void join(ThreadId joiner, ThreadId finished) override { judge_.join(joiner, finished); }
  void order(ThreadId t, const Edge& edge) override { judge_.order(t, edge); }
  void forget(ObjectId o) override { judge_.forget(o); }
  void copy(ObjectId from, ObjectId to) override { judge_.copy_object(from, to); }

  std::optional<Race> access(const Access& a) override {
    histories_.access(a);
    return histories_.races().empty() ? std::nullopt : std::optional(histories_.races().front());
  }
  bool adds_nothing(const Access& a) const override { return histories_.adds_nothing(a); }
  bool was_written(Address a, std::uint64_t size) const override {
    bool written = false;
    for (std::uint64_t i = 0; i < size && !written; ++i)
      histories_.for_each(a + i, [&](const Entry& e) {
        written |= e.access_kind() == AccessKind::Write || e.access_kind() == AccessKind::AtomicWrite;
      });
    return written;
  }
  std::span<const Race> races() const override { return histories_.races(); }
  void fresh(Address begin, std::uint64_t size) override { histories_.fresh(begin, size); }
  void expect(Address a) const override { histories_.expect(a); }
  void new_interval() override {
    histories_.new_interval();
    judge_.new_interval();
  }
  bool knowledge(const Population& population, KnowledgeScratch& scratch, Knowledge& into) const override {
    if (overflowed() != nullptr) return false;
    KnowledgeGatherer<Judge> gatherer(judge_, population, scratch);
    std::vector<std::uint64_t>& kept = gatherer.buffer();
    // Whoever can act knows of the accesses in a cell: so will all whom they create, and nobody else can ever act.
    histories_.for_each_cell(
        [&](Address begin, Address end, auto& each_entry) {
          kept.clear();
          each_entry([&](const Entry& e) { kept.push_back(kept_access(judge_.key(e), class_of(e.access_kind()))); });
          return gatherer.add(begin, end, kept);
        },
        gatherer.knows_who_acts());
    gatherer.finish(into);
    return true;
  }
  const char* overflowed() const override {
    return histories_.exhausted() ? "no more memory for the race detector's records" : judge_.overflowed();
  }

 protected:
  template <class... Arguments>
  HistoryDetector(Journal& journal, Keep keep, bool list, Arguments&&... arguments)
      : judge_(journal, std::forward<Arguments>(arguments)...), histories_(journal, judge_, keep, list) {}

  Judge judge_;
  Histories<Judge> histories_;
};

}  // namespace heddle::detect
