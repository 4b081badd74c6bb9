// What a report says of an earlier access: its line, what it was, its location. A detector remembers of an access one
// 32-bit site and no more, and a trace may have more lines than that and a location of its own on each. So a site is
// the number of a record here, and a record lives exactly as long as a detector may still report its access: while it
// is, of some byte, the last plain write or, since that, a thread's last read or atomic access. Memory is bounded by
// these, not by the length of the trace.
//
// Who is still of interest is found by keeping the same histories as the detectors do (detect/histories.h), with a
// counted reference to the record in place of a clock.
//
//   begin   a record for the access that is about to happen: give its site to the detector
//   end     the access has happened: it replaces what it replaces
//   find    the record of a reported access
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "detect/histories.h"
#include "trace/line.h"

namespace heddle::trace {

class LiveAccesses {
 public:
  struct Record {
    std::uint64_t line = 0;
    std::uint16_t length = 0;  // of a location that fits; else it stands elsewhere
    ThreadId thread;
    Action action{};
    MemoryOrder order{};
    char text[48];
  };

  explicit LiveAccesses(Journal& journal)
      : judge_{*this}, histories_(journal, judge_, detect::Keep::All, false), records_(1), references_(1) {}

  SiteId begin(ThreadId thread, const Line& l, std::uint64_t line) {
    current_ = take();
    Record& r = records_[current_];
    r.line = line;
    references_[current_] = 1;
    r.thread = thread;
    r.action = l.action;
    r.order = l.order;
    r.length = static_cast<std::uint16_t>(std::min(l.location.size(), sizeof r.text + 1));
    if (l.location.size() <= sizeof r.text)
      std::memcpy(r.text, l.location.data(), l.location.size());
    else
      long_texts_[current_] = l.location;
    return SiteId(current_);
  }
  // One piece of the access that was begun.
  void note(const Access& access) {
    Access a = access;
    a.site = SiteId{};  // the reference says it all
    histories_.access(a);
  }
  void end() { drop(current_); }
  void fresh(Address begin, std::uint64_t size) { histories_.fresh(begin, size); }

  // nullptr: nobody's any more.
  const Record* find(SiteId site) const { return references_[site.index()] == 0 ? nullptr : &records_[site.index()]; }
  std::string_view location(SiteId site) const {
    const Record& r = records_[site.index()];
    return r.length <= sizeof r.text ? std::string_view(r.text, r.length)
                                     : std::string_view(long_texts_.at(site.value));
  }
  // An access to this place comes soon.
  void expect(Address a) const { histories_.expect(a); }
  bool exhausted() const { return histories_.exhausted(); }
  std::size_t capacity() const { return records_.size(); }

 private:
  // The judge of these histories finds no races: it counts.
  struct Judge {
    LiveAccesses& all;
    bool ordered(const detect::Entry&, ThreadId) { return true; }
    std::uint32_t tag(ThreadId) { return copy(all.current_); }
    std::uint32_t renew(std::uint32_t old, ThreadId) {
      all.drop(old);
      return copy(all.current_);
    }
    std::uint32_t copy(std::uint32_t record) {
      ++all.references_[record];
      return record;
    }
    void drop(std::uint32_t record) { all.drop(record); }
  };

  std::uint32_t take() {
    if (free_.empty()) {
      records_.emplace_back();
      references_.emplace_back();
      return static_cast<std::uint32_t>(records_.size() - 1);
    }
    const std::uint32_t record = free_.back();
    free_.pop_back();
    return record;
  }
  void drop(std::uint32_t record) {
    if (--references_[record] > 0) return;
    if (!long_texts_.empty()) long_texts_.erase(record);
    free_.push_back(record);
  }

  Judge judge_;
  detect::Histories<Judge> histories_;
  std::vector<Record> records_;            // the first is nobody's
  std::vector<std::uint32_t> references_;  // apart, because they are all that replacing an access has to look at
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::uint32_t, std::string> long_texts_;  // locations that a record has no room for
  std::uint32_t current_ = 0;
};

}  // namespace heddle::trace
