// What a report says of an earlier access: its line, what it was, its location. A detector remembers of an access one
// 32-bit site and no more, and a trace may have more lines than that and a location of its own on each. So a site is
// the number of a record here, and a record lives exactly as long as a detector may still report its access: while it
// is, of some byte, the last plain write or, since that, a thread's last read or atomic access. Memory is bounded by
// these, not by the length of the trace.
//
// Who is still of interest is found by keeping the same histories as the detectors do (detect/histories.h), with a
// counted reference to the record in place of a clock. Texts of locations are kept once; from time to time those that
// no record refers to are thrown away.
//
//   begin   a record for the access that is about to happen: give its site to the detector
//   note    a piece of it has happened: it replaces what it replaces
//   end     all of it has
//   find    the record of a reported access
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "detect/histories.h"
#include "trace/line.h"
#include "trace/name_table.h"

namespace heddle::trace {

class LiveAccesses {
 public:
  struct Record {
    std::uint64_t line = 0;
    std::uint32_t location = 0;
    ThreadId thread;
    Action action{};
    MemoryOrder order{};
  };
  static_assert(sizeof(Record) == 16);

  explicit LiveAccesses(Journal& journal)
      : judge_{*this}, histories_(journal, judge_, detect::Keep::All, false), records_(1), references_(1) {}

  SiteId begin(ThreadId thread, const Line& l, std::uint64_t line) {
    if (locations_.size() > most_locations_) [[unlikely]]
      forget_locations();
    current_ = take();
    references_[current_] = 1;
    records_[current_] = {line, locations_.number(l.location), thread, l.action, l.order};
    return SiteId(current_);
  }
  void note(const Access& access) { histories_.access(access); }
  void end() { drop(current_); }
  void fresh(Address begin, std::uint64_t size) { histories_.fresh(begin, size); }

  // nullptr: nobody's any more.
  const Record* find(SiteId site) const { return references_[site.index()] == 0 ? nullptr : &records_[site.index()]; }
  std::string_view location(const Record& r) const { return locations_.name(r.location); }

  // An access to this place comes soon.
  void expect(Address a) const { histories_.expect(a); }
  bool exhausted() const { return histories_.exhausted(); }
  std::size_t capacity() const { return records_.size(); }
  std::size_t locations() const { return locations_.size(); }

  static constexpr std::size_t kFewLocations = std::size_t{1} << 16;

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
    static std::uint32_t current(ThreadId) { return 0; }  // every access counts
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
    if (--references_[record] == 0) free_.push_back(record);
  }

  void forget_locations() {
    NameTable kept;
    for (std::size_t i = 0; i < records_.size(); ++i)
      if (references_[i] > 0) records_[i].location = kept.number(locations_.name(records_[i].location));
    locations_ = std::move(kept);
    // The next time comes only after so many new ones that the visit of all records is paid for.
    most_locations_ = std::max({kFewLocations, 2 * locations_.size(), records_.size()});
  }

  Judge judge_;
  detect::Histories<Judge> histories_;
  std::vector<Record> records_;            // the first is nobody's
  std::vector<std::uint32_t> references_;  // apart, because they are all that replacing an access has to look at
  std::vector<std::uint32_t> free_;
  NameTable locations_;
  std::size_t most_locations_ = kFewLocations;
  std::uint32_t current_ = 0;
};

}  // namespace heddle::trace
