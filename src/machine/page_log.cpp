#include "machine/page_log.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "support/invariant.h"

namespace heddle {
namespace {

using Quarter = std::uint64_t __attribute__((vector_size(16), aligned(1)));

Quarter difference(const Quarter* a, const Quarter* b) { return (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]); }
bool any(Quarter bits) { return (bits[0] | bits[1]) != 0; }

// A bit for each of the 64 lines in which the two pages differ. Most do not, so four are looked at together.
std::uint64_t differing_lines(const std::byte* one, const std::byte* other) {
  std::uint64_t lines = 0;
  const auto *a = reinterpret_cast<const Quarter*>(one), *b = reinterpret_cast<const Quarter*>(other);
  for (unsigned i = 0; i < 64; i += 4, a += 16, b += 16) {
    const Quarter four[4] = {difference(a, b), difference(a + 4, b + 4), difference(a + 8, b + 8), difference(a + 12, b + 12)};
    if (!any(four[0] | four[1] | four[2] | four[3])) [[likely]]
      continue;
    for (unsigned k = 0; k < 4; ++k) lines |= std::uint64_t{any(four[k])} << (i + k);
  }
  return lines;
}

constexpr std::size_t kPagesOfBlock = 64;  // the first one holds the list of blocks

}  // namespace

SparePages::~SparePages() {
  for (Free* block = blocks_; block != nullptr;) munmap(std::exchange(block, block->next), kPagesOfBlock * kSize);
}

std::byte* SparePages::take() {
  if (free_ == nullptr) {
    void* const memory =
        mmap(nullptr, kPagesOfBlock * kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    blocks_ = new (memory) Free{blocks_};
    for (std::size_t i = 1; i < kPagesOfBlock; ++i) give(static_cast<std::byte*>(memory) + i * kSize);
  }
  return reinterpret_cast<std::byte*>(std::exchange(free_, free_->next));
}

void SparePages::give(std::byte* page) { free_ = new (page) Free{free_}; }

void PageLog::cover(Address begin, Address end) {
  begin &= ~Address{kPage - 1};
  end = (end + kPage - 1) & ~Address{kPage - 1};
  for (Extent& e : extents_) {
    if (begin > e.end || end < e.begin) continue;
    if (begin < e.begin) add(begin, e.begin);
    if (end > e.end) add(e.end, end);
    e = {std::min(begin, e.begin), std::max(end, e.end)};
    return;
  }
  add(begin, end);
  extents_.push_back({begin, end});
}

// Protected at the next mark.
void PageLog::add(Address begin, Address end) {
  for (Address address = begin; address < end; address += kPage) {
    const auto [place, is_new] = index_.try_emplace(address, static_cast<std::uint32_t>(pages_.size()));
    if (!is_new) continue;
    fresh_.push_back(place->second);
    pages_.push_back({.address = address, .before = nullptr, .hash = {}});
  }
  open_.reserve(pages_.capacity());  // written() must not allocate
}

PageLog::Mark PageLog::mark() {
  std::vector<std::uint32_t>& closed = scratch_;
  closed.swap(fresh_);
  std::erase_if(open_, [&](std::uint32_t index) {
    Page& page = pages_[index];
    page.quiet = log_changes(index) ? 0 : page.quiet + 1;
    if (page.hot() && page.quiet < kCoolAfter) return false;
    if (page.hot()) page.faults = 0;
    closed.push_back(index);
    return true;
  });
  for (const std::uint32_t index : closed) close(pages_[index]);
  protect(closed, PROT_READ);
  closed.clear();
  return used_;
}

// The page's copy is what the page is, and the log has what it was.
bool PageLog::log_changes(std::uint32_t index) {
  Page& page = pages_[index];
  HEDDLE_INVARIANT(page.state == State::Open && page.before);
  std::uint64_t lines = differing_lines(page.bytes(), page.before);
  if (lines == 0) return false;
  for (; lines != 0; lines &= lines - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(lines));
    if (used_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique_for_overwrite<Line[]>(kChunk));
    Line& old = line(used_++);
    old.page = index;
    old.number = number;
    std::byte* const before = page.before + number * kLine;
    std::memcpy(old.contents, before, kLine);
    std::memcpy(before, page.bytes() + number * kLine, kLine);
  }
  return true;
}

void PageLog::close(Page& page) {
  if (page.before) spare_.give(std::exchange(page.before, nullptr));
  page.state = State::Protected;
  page.quiet = 0;
  changes(page);
}

// What it holds is not, or will not be, what its hash says.
void PageLog::changes(Page& page) {
  page.hashed = false;
  if (!page.counted) return;
  page.counted = false;
  ranges_[page.range].sum -= page.hash;
  ranges_[page.range].others.push_back(page.address);
}

void PageLog::undo_to(Mark mark) {
  HEDDLE_INVARIANT(mark <= used_);  // of the path that led here
  for (const std::uint32_t index : open_) take_back(pages_[index]);
  std::vector<std::uint32_t>& unprotected = scratch_;
  for (std::size_t i = mark; i < used_; i++) {
    Page& page = pages_[line(i).page];
    if (page.state != State::Protected || page.undoing) continue;
    page.undoing = true;
    unprotected.push_back(line(i).page);
  }
  protect(unprotected, PROT_READ | PROT_WRITE);
  while (used_ > mark) {
    const Line& old = line(--used_);
    Page& page = pages_[old.page];
    changes(page);
    std::memcpy(page.bytes() + old.number * kLine, old.contents, kLine);
    if (page.state == State::Open) std::memcpy(page.before + old.number * kLine, old.contents, kLine);
  }
  protect(unprotected, PROT_READ);
  for (const std::uint32_t index : unprotected) pages_[index].undoing = false;
  unprotected.clear();
}

void PageLog::take_back(Page& page) {
  HEDDLE_INVARIANT(page.state == State::Open && page.before);
  std::uint64_t lines = differing_lines(page.bytes(), page.before);
  if (lines != 0) page.quiet = 0;
  for (; lines != 0; lines &= lines - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(lines)) * kLine;
    std::memcpy(page.bytes() + at, page.before + at, kLine);
  }
}

// In a signal handler: whatever was interrupted may be malloc, on a stack whose page is written for the first time.
bool PageLog::written(Address a) {
  const auto place = index_.find(a & ~Address{kPage - 1});
  if (place == index_.end()) return false;
  Page& page = pages_[place->second];
  if (page.state != State::Protected) return false;
  page.before = spare_.take();
  std::memcpy(page.before, page.bytes(), kPage);
  mprotect(page.bytes(), kPage, PROT_READ | PROT_WRITE);
  page.state = State::Open;
  changes(page);
  if (!page.hot()) ++page.faults;
  open_.push_back(place->second);
  return true;
}

// A sum, so that the order of pages does not count; each has its address in it.
Fingerprint PageLog::fingerprint(Address begin, Address end) {
  if (const std::optional<std::uint16_t> number = range_of(begin, end)) return fingerprint(*number);
  Fingerprint sum;
  for (Address a = begin; a < end; a += kPage) sum += page_fingerprint(a);
  return sum;
}

Fingerprint PageLog::page_fingerprint(Address a) {
  Page* const page = find(a);
  if (page != nullptr && page->hashed) return page->hash;
  const Fingerprint hash = fingerprint_of({reinterpret_cast<const std::byte*>(a), kPage}, a);
  if (page != nullptr && page->state == State::Protected) {
    page->hash = hash;
    page->hashed = true;
  }
  return hash;
}

Fingerprint PageLog::fingerprint(std::uint16_t number) {
  Range& range = ranges_[number];
  Fingerprint writable;
  still_.clear();
  for (const Address a : range.others) {
    const Fingerprint hash = page_fingerprint(a);
    Page* const page = find(a);
    if (page == nullptr || !page->hashed) {
      writable += hash;
      still_.push_back(a);
      continue;
    }
    HEDDLE_INVARIANT(!page->counted);
    page->counted = true;
    page->range = number;
    range.sum += hash;
  }
  range.others.swap(still_);
  range.others.reserve((range.end - range.begin) / kPage);  // written() must not allocate
  writable += range.sum;
  return writable;
}

// Nothing: it is small, or has pages of another range.
std::optional<std::uint16_t> PageLog::range_of(Address begin, Address end) {
  if (end - begin < kSummed * kPage) return std::nullopt;
  std::size_t number = ranges_.size();
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (ranges_[i].begin == begin)
      number = i;
    else if (ranges_[i].begin < end && begin < ranges_[i].end)
      return std::nullopt;
  }
  if (number == ranges_.size() && number > kMostRanges) return std::nullopt;
  if (number == ranges_.size()) ranges_.push_back({begin, begin, {}, {}});
  if (ranges_[number].end != end) resize(ranges_[number], end);
  return static_cast<std::uint16_t>(number);
}

void PageLog::resize(Range& range, Address end) {
  for (Address a = range.end; a < end; a += kPage) range.others.push_back(a);
  if (end < range.end) {
    for (Address a = end; a < range.end; a += kPage)
      if (Page* const page = find(a); page != nullptr && page->counted) {
        page->counted = false;
        range.sum -= page->hash;
      }
    std::erase_if(range.others, [&](Address a) { return a >= end; });
  }
  range.end = end;
}

void PageLog::clear() {
  for (const Extent& e : extents_) mprotect(reinterpret_cast<void*>(e.begin), e.end - e.begin, PROT_READ | PROT_WRITE);
  extents_.clear();
  ranges_.clear();
  for (const Page& page : pages_)
    if (page.before != nullptr) spare_.give(page.before);
  pages_.clear();
  index_.clear();
  fresh_.clear();
  open_.clear();
  used_ = 0;
}

// Neighbours in one system call.
void PageLog::protect(std::vector<std::uint32_t>& list, int rights) {
  std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) { return pages_[a].address < pages_[b].address; });
  for (std::size_t i = 0; i < list.size();) {
    std::size_t k = i + 1;
    while (k < list.size() && pages_[list[k]].address == pages_[list[k - 1]].address + kPage) k++;
    mprotect(pages_[list[i]].bytes(), (k - i) * kPage, rights);
    i = k;
  }
}

}  // namespace heddle
