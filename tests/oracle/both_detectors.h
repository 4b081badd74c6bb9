// Every exact detector side by side with the naive one, which takes the definition literally, on the same events. At
// each access, up to the first race of an execution, all have to say the same; after a race they may legitimately
// differ, since they keep less than the definition asks for.
//
// Also collects every racing pair of accesses that the definition knows, not only the one that is reported.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "detect/naive.h"

namespace heddle::oracle {

class BothDetectors final : public RaceDetector {
 public:
  using Pair = std::tuple<std::uint32_t, AccessKind, std::uint32_t, AccessKind>;  // site and kind of each

  explicit BothDetectors(Journal& journal);

  const char* name() const override { return "both"; }
  bool exact() const override { return true; }

  void running(ThreadId t) override {
    each([&](RaceDetector& d) { d.running(t); });
  }
  void fork(ThreadId parent, ThreadId child) override {
    each([&](RaceDetector& d) { d.fork(parent, child); });
  }
  void join(ThreadId joiner, ThreadId finished) override {
    each([&](RaceDetector& d) { d.join(joiner, finished); });
  }
  void order(ThreadId t, const Edge& edge) override {
    each([&](RaceDetector& d) { d.order(t, edge); });
  }
  void forget(ObjectId id) override {
    each([&](RaceDetector& d) { d.forget(id); });
  }
  void copy(ObjectId from, ObjectId to) override {
    each([&](RaceDetector& d) { d.copy(from, to); });
  }
  std::optional<Race> access(const Access& access) override;
  void fresh(Address begin, std::uint64_t size) override {
    each([&](RaceDetector& d) { d.fresh(begin, size); });
  }
  void new_interval() override {
    each([&](RaceDetector& d) { d.new_interval(); });
  }
  const char* overflowed() const override;

  const std::set<Pair>& pairs() const { return pairs_; }
  // The first access about which one disagreed; empty: none.
  const std::string& disagreement() const { return disagreement_; }

 private:
  template <class F>
  void each(F f) {
    f(naive_);
    for (const auto& d : exact_) f(*d);
  }

  Journal& journal_;
  NaiveDetector naive_;
  std::vector<std::unique_ptr<RaceDetector>> exact_;
  bool raced_ = false;  // in this execution; journalled
  std::set<Pair> pairs_;
  std::string disagreement_;
};

}  // namespace heddle::oracle
