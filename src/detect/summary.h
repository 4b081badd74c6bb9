// The summary detector (Kim, Yavuz-Kahveci and Sanders 2009, section 3): thread t may access x iff x is in h(t). What
// is remembered of each byte stands in histories.h; h itself in summary_function.h.
//
// The paper remembers the last write of a location only, so a read followed by a write that is not ordered after it
// goes unseen, in C++ even over all executions. Here a read is remembered with a column of its own as well (read rows),
// which makes the detector exact; without them (Keep::NoReads) it is the paper's, and its silence proves nothing.
#pragma once
#include "detect/histories.h"
#include "detect/race_detector.h"
#include "detect/summary_function.h"

namespace heddle {

class SummaryDetector final : public RaceDetector {
 public:
  SummaryDetector(Journal& journal, bool read_rows, bool list,
                  std::uint32_t patience = detect::SummaryFunction::kPatience)
      : judge_{detect::SummaryFunction(journal, patience)},
        histories_(journal, judge_,
                   !read_rows ? detect::Keep::NoReads
                   : list     ? detect::Keep::All
                              : detect::Keep::Enough,
                   list),
        read_rows_(read_rows) {}

  const char* name() const override { return "summary"; }
  bool exact() const override { return read_rows_; }

  void running(ThreadId) override {}
  void fork(ThreadId parent, ThreadId child) override { judge_.h.fork(parent, child); }
  void join(ThreadId joiner, ThreadId finished) override { judge_.h.join(joiner, finished); }
  void order(ThreadId t, const Edge& edge) override { judge_.h.order(t, edge); }
  void forget(ObjectId o) override { judge_.h.forget(o); }

  std::optional<Race> access(const Access& a) override {
    histories_.access(a);
    return histories_.races().empty() ? std::nullopt : std::optional(histories_.races().front());
  }
  std::span<const Race> races() const override { return histories_.races(); }
  void fresh(Address begin, std::uint64_t size) override { histories_.fresh(begin, size); }
  void expect(Address a) const override { histories_.expect(a); }
  void new_interval() override {
    histories_.new_interval();
    judge_.h.new_interval();
  }
  const char* overflowed() const override {
    return histories_.exhausted() ? "no more memory for the race detector's records" : judge_.h.overflowed();
  }
  std::uint32_t columns_made() const { return judge_.h.columns_made(); }

 private:
  // A tag is a column.
  struct Judge {
    detect::SummaryFunction h;

    bool ordered(const detect::Entry& e, ThreadId t) { return h.contains(t, e.tag); }
    std::uint32_t tag(ThreadId t) { return h.use(t); }
    std::uint32_t renew(std::uint32_t tag, ThreadId t) { return h.renew(tag, t); }
    std::uint32_t copy(std::uint32_t tag) { return h.add_use(tag); }
    void drop(std::uint32_t tag) { h.drop_use(tag); }
  };

  Judge judge_;
  detect::Histories<Judge> histories_;
  const bool read_rows_;
};

}  // namespace heddle
