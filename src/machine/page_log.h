// An undo log for programs whose memory is too large to copy at every scheduling point.
//
// Pages are read-only at a mark. The first write to one faults; the page is copied and opened: writable. At the next
// mark it is compared with its copy, and the lines of it that have changed go to the log as they were. Going back to a
// mark takes open pages back to their copies and then brings the logged lines back, latest first.
//
// A page that is written again and again (locks, counters, a heap's end) becomes hot: it stays open from mark to mark,
// because comparing 4 KB costs a twentieth of a fault. A hot page that has not changed for a while cools down.
//
// Only what is announced by cover() is protected; the rest is free to be written (a heap's unused end, a stack below
// its pointer: nobody can see what it held at a mark).
//
// A page also knows its fingerprint, until it is written; and a range of pages that is asked for again and again knows
// the sum of these, so that only pages that were written are looked at.
//
// Main functions: cover, written (a page is opened), mark (and its changes are logged), undo_to, fingerprint.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/ids.h"
#include "support/fingerprint.h"

namespace heddle {

// Pages that are taken in a signal handler, which may have interrupted malloc: they are never its memory.
class SparePages {
 public:
  static constexpr std::size_t kSize = 4096;
  SparePages() = default;
  SparePages(const SparePages&) = delete;
  SparePages& operator=(const SparePages&) = delete;
  ~SparePages();
  std::byte* take();
  void give(std::byte* page);

 private:
  struct Free {  // at the begin of a page that nobody has, and of each block of them
    Free* next;
  };
  Free* free_ = nullptr;
  Free* blocks_ = nullptr;
};

class PageLog {
 public:
  using Mark = std::size_t;
  static constexpr std::size_t kPage = 4096;

  ~PageLog() { clear(); }  // a later machine of the process finds all its memory writable
  // Everything in [begin, end) belongs to the state from now on. Cheap for what is covered already.
  void cover(Address begin, Address end);
  Mark mark();
  void undo_to(Mark);
  // A write fault at this address: true if it was ours and the write may be tried again.
  bool written(Address);
  // Forget everything; all pages writable.
  void clear();
  // Of whole pages, covered or not yet. What was not written since the last call is not looked at again.
  Fingerprint fingerprint(Address begin, Address end);
  std::size_t bytes() const { return used_ * sizeof(Line); }
  std::size_t open_pages() const { return open_.size(); }

 private:
  static constexpr std::size_t kLine = 64, kLines = kPage / kLine;
  struct Line {  // as it was at a mark, and was no more at the next one
    std::uint32_t page;
    std::uint32_t number;
    std::byte contents[kLine];
  };
  enum class State : std::uint8_t {
    Protected,
    Fresh,  // covered since the last mark, and writable until the next: what it held before is not part of any state
    Open,   // written since the last mark
  };
  struct Page {
    Address address;
    std::byte* before = nullptr;  // of an open page: what it held at the last mark
    State state = State::Fresh;
    std::uint8_t faults = 0;
    std::uint8_t quiet = 0;  // marks since a hot page last changed
    bool undoing = false;
    bool hashed = false;      // it holds what `hash` says, and is protected
    bool counted = false;     // its hash is in the sum of a range; invariant: then it is hashed
    std::uint16_t range = 0;  // if counted: which
    Fingerprint hash;

    bool hot() const { return faults > kHotAfter; }
    std::byte* bytes() const { return reinterpret_cast<std::byte*>(address); }
  };
  static constexpr std::size_t kChunk = 1024;
  static constexpr std::uint8_t kHotAfter = 2, kCoolAfter = 24;

  Line& line(std::size_t i) { return chunks_[i / kChunk][i % kChunk]; }
  void add(Address begin, Address end);
  bool log_changes(std::uint32_t page);
  void take_back(Page&);
  void close(Page&);
  void protect(std::vector<std::uint32_t>& pages, int rights);
  void changes(Page&);
  Fingerprint page_fingerprint(Address);
  Fingerprint fingerprint(std::uint16_t number);
  std::optional<std::uint16_t> range_of(Address begin, Address end);
  Page* find(Address a) {
    const auto place = index_.find(a);
    return place == index_.end() ? nullptr : &pages_[place->second];
  }

  struct Extent {
    Address begin, end;
  };
  // Many pages whose fingerprint was asked for. Invariant: ranges do not overlap.
  struct Range {
    Address begin, end;
    Fingerprint sum;              // of the pages that are counted
    std::vector<Address> others;  // pages; invariant: each page of the range is either in here, once, or counted
  };
  void resize(Range&, Address end);
  static constexpr std::size_t kSummed = 16, kMostRanges = 1024;  // pages of a range at least; ranges at most
  std::vector<Extent> extents_;  // what is covered
  std::vector<Range> ranges_;
  std::vector<Address> still_;  // scratch
  std::vector<Page> pages_;
  std::unordered_map<Address, std::uint32_t> index_;  // of pages_
  std::vector<std::uint32_t> fresh_, open_;           // by State; invariant: each page of that state once
  SparePages spare_;                                  // for Page::before
  std::vector<std::unique_ptr<Line[]>> chunks_;
  std::size_t used_ = 0;  // lines
  std::vector<std::uint32_t> scratch_;
};

}  // namespace heddle
