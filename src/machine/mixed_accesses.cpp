// See mixed_accesses.h. Main functions: note_look, note_plain, any; looks, plain and learn for checkpoints.
#include "machine/mixed_accesses.h"

#include <algorithm>

namespace heddle {

void MixedAccesses::note_look(ThreadId thread, Address a, std::uint64_t size) {
  const Look look{a, static_cast<std::uint32_t>(size), thread.value};
  Look& recent = recent_looks_[(a / 8 + 7 * thread.index()) % recent_looks_.size()];
  if (recent == look) return;
  looks_.insert(look);
  recent = look;
}

void MixedAccesses::note_plain(ThreadId thread, Address a, std::uint64_t size) {
  mark(mark_of(thread.index()), a, size);
}

void MixedAccesses::mark(std::uint8_t mark, Address a, std::uint64_t size) {
  while (size > 0) {
    const std::size_t begin = a % kPage, count = std::min<std::uint64_t>(size, kPage - begin);
    Page& page = pages_[a / kPage];
    if (count == kPage) {
      page.whole = both(page.whole, mark);
    } else {
      if (!page.bytes) page.bytes = std::make_unique<std::uint8_t[]>(kPage);
      for (std::size_t i = begin; i < begin + count; i++) page.bytes[i] = both(page.bytes[i], mark);
    }
    a += count;
    size -= count;
  }
}

bool MixedAccesses::find_plain(ThreadId thread, Address a, std::uint64_t size) {
  const auto page = pages_.find(a / kPage);
  const std::size_t begin = a % kPage;
  if (page == pages_.end() || begin + size > kPage) return false;
  last_number_ = page->first;
  last_ = &page->second;
  return knows(*last_, mark_of(thread.index()), begin, size);
}

bool MixedAccesses::is_touched_by_another(std::uint32_t thread, Address a, std::uint64_t size) const {
  for (std::uint64_t i = 0; i < size; i++) {
    const auto page = pages_.find((a + i) / kPage);
    if (page == pages_.end()) continue;
    const std::uint8_t mark = page->second.of((a + i) % kPage);
    if (mark != 0 && (mark == kSeveral || mark != mark_of(thread))) return true;
  }
  return false;
}

bool MixedAccesses::any() const {
  return std::any_of(looks_.begin(), looks_.end(), [&](const auto& look) {
    const auto [a, size, thread] = look;
    return is_touched_by_another(thread, a, size);
  });
}

std::vector<Experience::Touched> MixedAccesses::looks() const {
  std::vector<Experience::Touched> list;
  for (const auto& [a, size, thread] : looks_) list.push_back({a, size, thread});
  return list;
}

std::vector<Experience::Touched> MixedAccesses::plain() const {
  std::vector<Experience::Touched> list;
  for (const auto& [number, page] : pages_)
    for (std::size_t i = 0; i < kPage; i++) {
      const std::uint8_t mark = page.of(i);
      if (mark == 0) continue;
      const Address a = number * kPage + i;
      const bool longer = !list.empty() && list.back().mark == mark && list.back().begin + list.back().size == a;
      longer ? void(list.back().size++) : list.push_back({a, 1, mark});
    }
  return list;
}

void MixedAccesses::learn(const std::vector<Experience::Touched>& looks,
                          const std::vector<Experience::Touched>& plain) {
  for (const Experience::Touched& look : looks)
    looks_.emplace(look.begin, static_cast<std::uint32_t>(look.size), look.mark);
  for (const Experience::Touched& range : plain) mark(static_cast<std::uint8_t>(range.mark), range.begin, range.size);
}

}  // namespace heddle
