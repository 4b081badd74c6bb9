// Sets of small numbers, each distinct one kept once and named by an id: what a thread has used since it acquired a
// lock is the same set at thousands of nodes. Unions are remembered. Id 0 is the empty set.
//
// Main functions: with, unite, intersect, contains (subset), has.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "support/invariant.h"

namespace heddle::locks {

using SetId = std::uint32_t;

class Sets {
 public:
  explicit Sets(std::size_t members) : words_((members + 63) / 64) { intern(std::vector<std::uint64_t>(words_)); }

  SetId with(SetId set, std::size_t member) {
    if (has(set, member)) return set;
    std::vector<std::uint64_t> words = copy(set);
    words[member / 64] |= std::uint64_t{1} << member % 64;
    return intern(std::move(words));
  }
  SetId unite(SetId a, SetId b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (a > b) std::swap(a, b);
    const auto [place, fresh] = unions_.try_emplace(std::uint64_t{a} << 32 | b, 0);
    if (!fresh) return place->second;
    std::vector<std::uint64_t> words = copy(a);
    for (std::size_t w = 0; w < words_; ++w) words[w] |= at(b, w);
    const SetId result = intern(std::move(words));
    unions_[std::uint64_t{a} << 32 | b] = result;
    return result;
  }
  SetId intersect(SetId a, SetId b) {
    if (a == b) return a;
    std::vector<std::uint64_t> words = copy(a);
    for (std::size_t w = 0; w < words_; ++w) words[w] &= at(b, w);
    return intern(std::move(words));
  }
  bool contains(SetId all, SetId some) const {
    if (all == some || some == 0) return true;
    for (std::size_t w = 0; w < words_; ++w)
      if ((at(some, w) & ~at(all, w)) != 0) return false;
    return true;
  }
  bool has(SetId set, std::size_t member) const { return (at(set, member / 64) >> member % 64 & 1) != 0; }

  template <class Function>
  void for_each(SetId set, Function function) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t rest = at(set, w); rest != 0; rest &= rest - 1)
        function(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  std::uint64_t at(SetId set, std::size_t word) const {
    HEDDLE_INVARIANT(word < words_);
    return all_[set * words_ + word];
  }
  std::vector<std::uint64_t> copy(SetId set) const {
    return {all_.begin() + static_cast<std::ptrdiff_t>(set * words_),
            all_.begin() + static_cast<std::ptrdiff_t>((set + 1) * words_)};
  }
  SetId intern(std::vector<std::uint64_t> words) {
    const auto [place, fresh] = ids_.try_emplace(std::move(words), static_cast<SetId>(ids_.size()));
    if (fresh) all_.insert(all_.end(), place->first.begin(), place->first.end());
    return place->second;
  }
  struct Hash {
    std::size_t operator()(const std::vector<std::uint64_t>& words) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : words) hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15;
      return hash ^ hash >> 29;
    }
  };

  std::size_t words_;
  std::vector<std::uint64_t> all_;  // words_ for each set
  std::unordered_map<std::vector<std::uint64_t>, SetId, Hash> ids_;
  std::unordered_map<std::uint64_t, SetId> unions_;
};

}  // namespace heddle::locks
