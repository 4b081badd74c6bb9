// The earlier accesses that a later one may still race with, for every byte, and the comparison of a new access with
// them. Common to the exact detectors other than vector-clock's fast form: they differ only in how they tell whether
// one access happened before a thread's present, which is the Judge's business:
//
//   bool ordered(const Entry&, ThreadId t)          of an access by another thread
//   std::uint32_t tag(ThreadId t)                    what to remember of an access that t makes now
//   std::uint32_t renew(std::uint32_t tag, ThreadId) the same, in exchange for the tag of an access no longer needed
//   std::uint32_t copy(std::uint32_t tag)            one more entry carries it
//   void drop(std::uint32_t tag)                     one entry less does
//   std::uint32_t current(ThreadId t) const          the tag of all that t has done since it last told anybody about it;
//                                                    0 if it has done nothing since then
//
// Kept of a byte: the last plain write and, since then, plain reads, atomic reads and atomic writes, the last of each
// thread. A plain write replaces them all: whatever races with them later races with it, or it raced with them itself.
// Unless every race is to be listed a plain read also replaces the one before it if that happened before it, and an
// access adds nothing if one like it, or for a read a write, has the tag that this one would have.
#pragma once
#include <cstring>
#include <vector>

#include "detect/byte_cells.h"
#include "detect/race_detector.h"

namespace heddle::detect {

// An access that is remembered. All zero: none.
struct Entry {
  std::uint32_t tag;
  std::uint32_t site;
  std::uint16_t thread;
  std::uint16_t kind;  // AccessKind + 1

  bool empty() const { return kind == 0; }
  AccessKind access_kind() const { return static_cast<AccessKind>(kind - 1); }
};
static_assert(sizeof(Entry) == 12);

struct HistoryCell {
  Entry write;  // the last plain one
  Entry read;   // plain, since then; what else there is stands in a record
  Word more;
};

enum class Keep : std::uint8_t {
  Enough,     // to find the first race on each byte
  All,        // to list all races of an access
  NoReads,    // the accesses of plain and atomic reads are not remembered (Kim 2009)
  Exclusive,  // every plain access counts as a write (Elmas 2006, figure 4)
};

template <class Judge>
class Histories {
 public:
  Histories(Journal& journal, Judge& judge, Keep keep, bool list)
      : log_(journal), records_(log_), judge_(judge), cells_(log_, records_, *this), keep_(keep), list_(list),
        skips_(!list && (keep == Keep::Enough || keep == Keep::NoReads)) {}

  // Compares and remembers. The races go to races(); all of them if they are to be listed.
  void access(const Access& access) {
    races_.clear();
    if (keep_ != Keep::Exclusive || access.kind != AccessKind::Read) return visit_all(access);
    Access a = access;
    a.kind = AccessKind::Write;
    visit_all(a);
  }
  const std::vector<Race>& races() const { return races_; }
  // Of a plain read or write: access() would neither find nor change anything.
  bool adds_nothing(const Access& a) const {
    const std::uint32_t now = judge_.current(a.thread);
    return now != 0 && skips_ &&
           cells_.all_of(a.address, a.size, [&](const HistoryCell& c) { return adds_nothing(c, a, now); });
  }
  void fresh(Address begin, std::uint64_t size) { cells_.clear(begin, begin + size); }
  void expect(Address a) const { cells_.expect(a); }
  void new_interval() { log_.new_interval(); }
  bool exhausted() const { return records_.exhausted(); }

  // Everything that is remembered of a byte.
  template <class F>
  void for_each(Address a, F f) const {
    for_each_entry(cells_.at(a), f);
  }
  // f(begin, end, each) for all bytes of which something is remembered, by ascending address; each(g) calls g(Entry).
  template <class F>
  void for_each_cell(F f, bool settling) const {
    cells_.for_each(
        [&](const HistoryCell& c, Address begin, Address end) {
          const auto each = [&](auto g) { for_each_entry(c, g); };
          return f(begin, end, each);
        },
        settling);
  }

  // ---- for ByteCells ----
  HistoryCell copy(const HistoryCell& from) {
    HistoryCell to = from;
    if (!to.write.empty()) to.write.tag = judge_.copy(to.write.tag);
    if (!to.read.empty()) to.read.tag = judge_.copy(to.read.tag);
    if (to.more != 0) {
      to.more = records_.copy(to.more);
      for (Entry& e : list(to.more)) e.tag = judge_.copy(e.tag);
    }
    return to;
  }
  void drop(const HistoryCell& c) {
    drop(c.write);
    drop(c.read);
    if (c.more == 0) return;
    for (const Entry& e : list(c.more)) drop(e);
    records_.release(c.more);
  }

 private:
  template <class F>
  void for_each_entry(const HistoryCell& c, F& f) const {
    if (!c.write.empty()) f(c.write);
    if (!c.read.empty()) f(c.read);
    if (c.more != 0)
      for (const Entry& e : list(c.more)) f(e);
  }

  // A record: how many entries, then these.
  struct Header {
    std::uint32_t count;
  };
  static_assert(sizeof(Header) + 5 * sizeof(Entry) == 64);
  static unsigned room(Word more) {
    return static_cast<unsigned>((RecordPool::word_count(more) * sizeof(Word) - sizeof(Header)) / sizeof(Entry));
  }
  std::uint32_t& count(Word more) const { return records_.template cells_as<Header>(more)->count; }
  std::span<Entry> list(Word more) const {
    auto* const first = reinterpret_cast<std::byte*>(records_.words(more)) + sizeof(Header);
    return {reinterpret_cast<Entry*>(first), count(more)};
  }

  void visit_all(const Access& a) {
    cells_.visit(a.address, a.address + std::min(a.size, ~Address{0} - a.address),
                 [&](HistoryCell& c, Address begin, Address end) { visit(c, a, begin, end); });
  }

  // Whoever came in between without being ordered after the first of the two was found to race with that one.
  bool adds_nothing(const HistoryCell& c, const Access& a, std::uint32_t now) const {
    const auto is = [&](const Entry& e, AccessKind kind) {
      return e.tag == now && e.thread == a.thread.value && e.kind == static_cast<unsigned>(kind) + 1;
    };
    const bool wrote = is(c.write, AccessKind::Write);
    if (a.kind == AccessKind::Write) return wrote && c.read.empty() && c.more == 0;
    if (wrote || is(c.read, AccessKind::Read)) return true;
    if (c.more != 0)
      for (const Entry& e : list(c.more))
        if (is(e, AccessKind::Read)) return true;
    return false;
  }

  void visit(HistoryCell& c, const Access& a, Address begin, Address end) {
    if (const std::uint32_t now = judge_.current(a.thread);
        now != 0 && skips_ && !is_atomic(a.kind) && a.kind != AccessKind::Free && adds_nothing(c, a, now))
      return;
    const auto check = [&](const Entry& e) {
      if (e.empty() || e.thread == a.thread.value || !conflicting(e.access_kind(), a.kind)) return;
      if (list_ || races_.empty() || same_entry(races_.back(), e))
        if (!judge_.ordered(e, a.thread)) add_race(e, a, begin, end);
    };
    check(c.write);
    check(c.read);
    if (c.more != 0) [[unlikely]]
      for (const Entry& e : list(c.more)) check(e);
    remember(c, a);
  }

  void remember(HistoryCell& c, const Access& a) {
    switch (a.kind) {
      case AccessKind::Write:
      case AccessKind::Free:
        drop(c.read);
        c.read = Entry{};
        if (c.more != 0) drop_more(c);
        replace(c.write, a);
        return;
      case AccessKind::Read:
        if (keep_ == Keep::NoReads) return;
        if (c.read.empty() || c.read.thread == a.thread.value) return replace(c.read, a);
        if (keep_ != Keep::All && judge_.ordered(c.read, a.thread)) return replace(c.read, a);
        break;
      case AccessKind::AtomicRead:
        if (keep_ == Keep::NoReads) return;
        break;
      case AccessKind::AtomicWrite:
        break;
    }
    remember_in_record(c, a);
  }
  void replace(Entry& e, const Access& a) {
    const std::uint32_t tag = e.empty() ? judge_.tag(a.thread) : judge_.renew(e.tag, a.thread);
    e = entry(tag, a);
  }
  static Entry entry(std::uint32_t tag, const Access& a) {
    return {tag, a.site.value, a.thread.value, static_cast<std::uint16_t>(static_cast<unsigned>(a.kind) + 1)};
  }
  void remember_in_record(HistoryCell& c, const Access& a) {
    const auto kind = static_cast<std::uint16_t>(static_cast<unsigned>(a.kind) + 1);
    if (c.more != 0) {
      for (Entry& e : list(c.more)) {
        if (e.kind != kind) continue;
        const bool own = e.thread == a.thread.value;
        const bool covered = keep_ != Keep::All && a.kind == AccessKind::Read && !own && judge_.ordered(e, a.thread);
        if (!own && !covered) continue;
        records_.touch(c.more);
        return replace(e, a);
      }
    }
    make_room(c);
    list(c.more).back() = entry(judge_.tag(a.thread), a);
  }
  // One entry more, which the caller fills in.
  void make_room(HistoryCell& c) {
    if (c.more == 0) {
      c.more = records_.allocate(Mark::Shared, 8);
    } else if (count(c.more) == room(c.more)) {
      const Word larger = records_.allocate(Mark::Shared, 2 * RecordPool::word_count(c.more));
      std::memcpy(records_.words(larger), records_.words(c.more), RecordPool::word_count(c.more) * sizeof(Word));
      records_.release(c.more);
      c.more = larger;
    }
    records_.touch(c.more);
    ++count(c.more);
  }
  void drop(const Entry& e) {
    if (!e.empty()) judge_.drop(e.tag);
  }
  void drop_more(HistoryCell& c) {
    for (const Entry& e : list(c.more)) drop(e);
    records_.release(c.more);
    c.more = 0;
  }

  static bool same_entry(const Race& race, const Entry& e) {
    return race.earlier.site.value == e.site && race.earlier.thread.value == e.thread &&
           race.earlier.kind == e.access_kind();
  }
  void add_race(const Entry& e, const Access& a, Address begin, Address end) {
    for (Race& race : races_) {
      if (!same_entry(race, e) || race.earlier.address + race.earlier.size != begin) continue;
      race.earlier.size = end - race.earlier.address;
      return;
    }
    if (!list_ && !races_.empty()) return;
    races_.push_back({{ThreadId(e.thread), e.access_kind(), begin, end - begin, SiteId(e.site)}, a});
  }

  IntervalLog log_;
  RecordPool records_;
  Judge& judge_;
  ByteCells<HistoryCell, Histories> cells_;
  const Keep keep_;
  const bool list_;
  const bool skips_;  // what adds nothing
  std::vector<Race> races_;  // of the last access
};

}  // namespace heddle::detect
