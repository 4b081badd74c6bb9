// An undo log of pages, for programs whose memory is too large to copy at every scheduling point.
//
// At each mark, pages are made read-only; the first write to one faults, its contents go to the log, and the page is
// writable until the next mark. Going back to a mark copies the logged contents back, latest first. A page that is
// written again and again (a stack's top, the heap's end) becomes hot: it is logged at every mark without waiting
// for the fault, because copying 4 KB costs a tenth of a fault. A hot page that has not changed for a while cools down.
//
// Only what is announced by cover() is protected; the rest is free to be written (a heap's unused end, a stack below
// its pointer: nobody can see what it held at a mark).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace heddle {

class PageLog {
 public:
  using Mark = std::size_t;
  static constexpr std::size_t kPage = 4096;

  // Everything in [begin, end) belongs to the state from now on. Cheap for what is covered already.
  void cover(Address begin, Address end);
  Mark mark();
  void undo_to(Mark);
  // A write fault at this address: true if it was ours and the write may be tried again.
  bool written(Address);
  // Forget everything; all pages writable.
  void clear();
  std::size_t bytes() const { return used_ * sizeof(Entry); }
  std::size_t hot_pages() const { return hot_.size(); }

 private:
  struct Entry {
    Address page;
    std::byte contents[kPage];
  };
  struct PageState {
    std::uint8_t faults = 0;
    std::uint8_t quiet = 0;   // marks since a hot page last changed
    bool hot = false;
    bool writable = false;  // since the mark (a hot page always is)
    bool undoing = false;
  };
  static constexpr std::size_t kChunk = 64;
  static constexpr std::uint8_t kHotAfter = 2, kCoolAfter = 16;

  Entry& entry(std::size_t i) { return chunks_[i / kChunk][i % kChunk]; }
  void add(Address begin, Address end);
  void append(Address page);
  void begin_interval();
  static void protect(std::vector<Address>& pages, int rights);

  struct Extent {
    Address begin, end;
  };
  std::vector<Extent> extents_;  // what is covered
  std::vector<std::unique_ptr<Entry[]>> chunks_;
  std::size_t used_ = 0;
  std::unordered_map<Address, PageState> pages_;
  std::vector<Address> writable_;               // covered, not hot, written since the mark
  std::vector<std::pair<Address, std::size_t>> hot_;  // and its entry of this interval
};

}  // namespace heddle
