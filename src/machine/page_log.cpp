#include "machine/page_log.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace heddle {

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
  for (Address page = begin; page < end; page += kPage) {
    auto [it, fresh] = pages_.try_emplace(page);
    if (!fresh) continue;
    it->second.writable = true;
    writable_.push_back(page);
  }
}

PageLog::Mark PageLog::mark() {
  for (Address page : writable_) pages_[page].writable = false;
  protect(writable_, PROT_READ);
  writable_.clear();
  const Mark here = used_;
  begin_interval();
  return here;
}

// Logs the hot pages; those that did not change for long go back to being protected.
void PageLog::begin_interval() {
  std::vector<Address> cooled;
  std::erase_if(hot_, [&](std::pair<Address, std::size_t>& hot) {
    PageState& state = pages_[hot.first];
    const bool same = hot.second < used_ && entry(hot.second).page == hot.first &&
                      std::memcmp(entry(hot.second).contents, reinterpret_cast<void*>(hot.first), kPage) == 0;
    state.quiet = same ? state.quiet + 1 : 0;
    if (state.quiet < kCoolAfter) return false;
    state = PageState{};
    cooled.push_back(hot.first);
    return true;
  });
  protect(cooled, PROT_READ);
  for (auto& [page, index] : hot_) {
    index = used_;
    append(page);
  }
}

void PageLog::undo_to(Mark mark) {
  std::vector<Address> touched;
  for (std::size_t i = mark; i < used_; i++) {
    PageState& state = pages_[entry(i).page];
    if (state.hot || state.undoing) continue;
    state.undoing = true;
    touched.push_back(entry(i).page);
  }
  protect(touched, PROT_READ | PROT_WRITE);
  while (used_ > mark) {
    const Entry& e = entry(--used_);
    std::memcpy(reinterpret_cast<void*>(e.page), e.contents, kPage);
  }
  protect(touched, PROT_READ);
  for (Address page : touched) pages_[page].writable = pages_[page].undoing = false;
  // Pages covered since the mark were not part of the state then; they stay writable until the next mark.
  std::erase_if(writable_, [&](Address page) { return !pages_[page].writable; });
  for (auto& hot : hot_) hot.second = used_;  // no entry any more
  begin_interval();
}

bool PageLog::written(Address a) {
  const Address page = a & ~Address{kPage - 1};
  const auto it = pages_.find(page);
  if (it == pages_.end() || it->second.writable || it->second.hot) return false;
  PageState& state = it->second;
  const std::size_t index = used_;
  append(page);
  mprotect(reinterpret_cast<void*>(page), kPage, PROT_READ | PROT_WRITE);
  if (++state.faults > kHotAfter) {
    state.hot = true;
    hot_.emplace_back(page, index);
  } else {
    state.writable = true;
    writable_.push_back(page);
  }
  return true;
}

void PageLog::clear() {
  for (const Extent& e : extents_) mprotect(reinterpret_cast<void*>(e.begin), e.end - e.begin, PROT_READ | PROT_WRITE);
  extents_.clear();
  pages_.clear();
  writable_.clear();
  hot_.clear();
  used_ = 0;
}

void PageLog::append(Address page) {
  if (used_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique_for_overwrite<Entry[]>(kChunk));
  Entry& e = entry(used_++);
  e.page = page;
  std::memcpy(e.contents, reinterpret_cast<void*>(page), kPage);
}

// Neighbours in one system call.
void PageLog::protect(std::vector<Address>& pages, int rights) {
  std::sort(pages.begin(), pages.end());
  for (std::size_t i = 0; i < pages.size();) {
    std::size_t k = i + 1;
    while (k < pages.size() && pages[k] == pages[k - 1] + kPage) k++;
    mprotect(reinterpret_cast<void*>(pages[i]), (k - i) * kPage, rights);
    i = k;
  }
}

}  // namespace heddle
