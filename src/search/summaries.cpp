#include "search/summaries.h"

#include <algorithm>

#include "search/stored_words.h"

namespace heddle {

Summaries::Summaries() { sets_.add({}); }

std::uint64_t Summaries::number_of(ThreadId t, const Footprint& footprint) {
  words_.clear();
  words_.put(t.index());
  write_footprint(footprint, words_);
  const std::uint32_t number = operations_.add(words_.words());
  if (number == entries_.size()) {
    WordReader reader(words_.words().subspan(1));
    entries_.push_back({t, read_footprint(reader, kept_)});
  }
  return number;
}

Summaries::Set Summaries::add(Set set, ThreadId t, const Footprint& footprint) {
  const std::uint64_t one[] = {number_of(t, footprint), carrier(t)};
  return unite(set, sets_.add(one));
}

Summaries::Set Summaries::of(std::span<const std::uint64_t> operations) {
  ordered_.assign(operations.begin(), operations.end());
  std::sort(ordered_.begin(), ordered_.end());
  scratch_.clear();
  for (const std::uint64_t number : ordered_) {
    scratch_.push_back(number);
    scratch_.push_back(carrier(entries_[number].thread));
  }
  return sets_.add(scratch_);
}

Summaries::Set Summaries::unite(Set a, Set b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const std::uint64_t key = std::uint64_t{a} << 32 | b;
  if (const auto known = united_.find(key); known != united_.end()) return known->second;
  scratch_.clear();
  const std::span<const std::uint64_t> left = sets_[a], right = sets_[b];
  std::size_t l = 0, r = 0;
  while (l < left.size() || r < right.size()) {
    const bool from_left = r == right.size() || (l < left.size() && left[l] <= right[r]);
    const bool both = l < left.size() && r < right.size() && left[l] == right[r];
    scratch_.push_back(from_left ? left[l] : right[r]);
    // On one of the ways it may be ordered after less.
    scratch_.push_back(both ? left[l + 1] & right[r + 1] : from_left ? left[l + 1] : right[r + 1]);
    l += from_left || both ? 2 : 0;
    r += !from_left || both ? 2 : 0;
  }
  const Set set = sets_.add(scratch_);
  united_.emplace(key, set);
  return set;
}

Summaries::Set Summaries::through(Set set, std::span<const Passing> order) {
  if (order.empty() || set == 0) return set;
  scratch_.assign(sets_[set].begin(), sets_[set].end());
  for (std::size_t i = 1; i < scratch_.size(); i += 2)
    for (const Passing& p : order)
      if ((scratch_[i] & carrier(p.by)) != 0) scratch_[i] |= carrier(p.from);
  return sets_.add(scratch_);
}

Summaries::Set Summaries::without_carriers(Set set) {
  scratch_.assign(sets_[set].begin(), sets_[set].end());
  for (std::size_t i = 0; i < scratch_.size(); i += 2) scratch_[i + 1] = carrier(entries_[scratch_[i]].thread);
  return sets_.add(scratch_);
}

void Summaries::write(WordWriter& out) const {
  write_lists(operations_, out);
  write_lists(sets_, out);
}

void Summaries::read(WordReader& in) {
  read_lists(operations_, in);
  read_lists(sets_, in);
  entries_.clear();
  united_.clear();
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    WordReader words(operations_[i]);
    const ThreadId thread = read_thread(words);
    entries_.push_back({thread, read_footprint(words, kept_)});
    if (!words.is_at_end()) in.fail();
  }
  for (Set set = 0; set < sets_.size(); ++set) {
    const std::span<const std::uint64_t> list = sets_[set];
    if (list.size() % 2 != 0 || (set == 0) != list.empty()) return in.fail();
    for (std::size_t i = 0; i < list.size(); i += 2)
      if (list[i] >= entries_.size()) return in.fail();
  }
}

}  // namespace heddle
