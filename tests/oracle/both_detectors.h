// Two detectors side by side on the same events: the vector-clock detector and the naive one that takes the definition
// literally. At each access, up to the first race of an execution, both have to say the same; after a race they may
// legitimately differ, since an epoch keeps less than the definition asks for.
//
// Also collects every racing pair of accesses that the definition knows, not only the one that is reported.
#pragma once
#include <set>
#include <string>
#include <tuple>

#include "detect/naive.h"
#include "detect/vector_clock.h"

namespace heddle::oracle {

class BothDetectors final : public RaceDetector {
 public:
  using Pair = std::tuple<std::uint32_t, AccessKind, std::uint32_t, AccessKind>;  // site and kind of each

  explicit BothDetectors(Journal& journal) : journal_(journal), naive_(journal), clocks_(journal) {}

  const char* name() const override { return "both"; }
  bool exact() const override { return true; }

  void running(ThreadId t) override {
    naive_.running(t);
    clocks_.running(t);
  }
  void fork(ThreadId parent, ThreadId child) override {
    naive_.fork(parent, child);
    clocks_.fork(parent, child);
  }
  void join(ThreadId joiner, ThreadId finished) override {
    naive_.join(joiner, finished);
    clocks_.join(joiner, finished);
  }
  void order(ThreadId t, const Edge& edge) override {
    naive_.order(t, edge);
    clocks_.order(t, edge);
  }
  void forget(ObjectId id) override {
    naive_.forget(id);
    clocks_.forget(id);
  }
  std::optional<Race> access(const Access& access) override;
  void fresh(Address begin, std::uint64_t size) override {
    naive_.fresh(begin, size);
    clocks_.fresh(begin, size);
  }
  void new_interval() override {
    naive_.new_interval();
    clocks_.new_interval();
  }
  const char* overflowed() const override { return clocks_.overflowed(); }

  const std::set<Pair>& pairs() const { return pairs_; }
  // The first access about which the two disagreed; empty: none.
  const std::string& disagreement() const { return disagreement_; }

 private:
  Journal& journal_;
  NaiveDetector naive_;
  VectorClockDetector clocks_;
  bool raced_ = false;  // in this execution; journalled
  std::set<Pair> pairs_;
  std::string disagreement_;
};

}  // namespace heddle::oracle
