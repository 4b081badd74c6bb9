// The vector-clock detector where every race is to be listed (heddle trace). An epoch as in vector_clock.h forgets an
// earlier read that happened before a later one; here the last read of each thread is kept (histories.h).
#pragma once
#include "detect/clocks.h"
#include "detect/histories.h"
#include "detect/race_detector.h"

namespace heddle {

class VectorClockListing final : public RaceDetector {
 public:
  explicit VectorClockListing(Journal& journal)
      : judge_{detect::Clocks(journal, ~std::uint32_t{0})}, histories_(journal, judge_, detect::Keep::All, true) {}

  const char* name() const override { return "vector-clock"; }
  bool exact() const override { return true; }

  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override { judge_.clocks.fork(parent, child); }
  void join(ThreadId joiner, ThreadId finished) override { judge_.clocks.join(joiner, finished); }
  void order(ThreadId t, const Edge& edge) override { judge_.clocks.order(t, edge); }
  void forget(ObjectId o) override { judge_.clocks.forget(o); }

  std::optional<Race> access(const Access& a) override {
    histories_.access(a);
    return histories_.races().empty() ? std::nullopt : std::optional(histories_.races().front());
  }
  std::span<const Race> races() const override { return histories_.races(); }
  void fresh(Address begin, std::uint64_t size) override { histories_.fresh(begin, size); }
  void expect(Address a) const override { histories_.expect(a); }
  void new_interval() override { histories_.new_interval(); }
  const char* overflowed() const override {
    return histories_.exhausted() ? "no more memory for the race detector's records" : judge_.clocks.overflowed();
  }

 private:
  // A tag is the accessing thread's own clock.
  struct Judge {
    detect::Clocks clocks;

    bool ordered(const detect::Entry& e, ThreadId t) { return e.tag <= clocks.now(t)[e.thread]; }
    std::uint32_t tag(ThreadId t) { return clocks.own(t); }
    std::uint32_t renew(std::uint32_t, ThreadId t) { return clocks.own(t); }
    static std::uint32_t copy(std::uint32_t tag) { return tag; }
    static void drop(std::uint32_t) {}
  };

  Judge judge_;
  detect::Histories<Judge> histories_;
};

}  // namespace heddle
