// Lists of words, each distinct one kept once and named by the order in which it came. Emptied and filled again without
// allocating, since that happens at every state of a search.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::detect {

template <class Word>
class WordLists {
 public:
  void clear() {
    words_.clear();
    ends_.assign(1, 0);
    std::fill(places_.begin(), places_.end(), 0);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size() - 1); }
  std::span<const Word> operator[](std::uint32_t i) const {
    return {words_.data() + ends_[i], words_.data() + ends_[i + 1]};
  }
  bool is(std::uint32_t i, std::span<const Word> list) const {
    const std::span<const Word> own = (*this)[i];
    if (own.size() != list.size()) return false;
    for (std::size_t w = 0; w < own.size(); ++w)  // mostly one to three: less than a call
      if (own[w] != list[w]) return false;
    return true;
  }
  std::size_t bytes() const {
    return words_.capacity() * sizeof(Word) + (ends_.capacity() + places_.capacity()) * sizeof(std::uint32_t);
  }
  // Its name; size() before the call if it is new.
  std::uint32_t add(std::span<const Word> list) {
    if (2 * ends_.size() > places_.size()) grow();
    std::uint32_t& place = find(list);
    if (place == 0) {
      words_.insert(words_.end(), list.begin(), list.end());
      ends_.push_back(static_cast<std::uint32_t>(words_.size()));
      place = size();
    }
    return place - 1;
  }

 private:
  // Where the list stands, or the empty place for it.
  std::uint32_t& find(std::span<const Word> list) {
    for (std::size_t i = hash(list);; ++i) {
      std::uint32_t& place = places_[i & (places_.size() - 1)];
      if (place == 0 || is(place - 1, list)) return place;
    }
  }
  static std::size_t hash(std::span<const Word> list) {
    std::uint64_t h = list.size();
    for (const Word w : list) h = (h ^ w) * 0x9E37'79B9'7F4A'7C15u, h ^= h >> 32;
    return h;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(64, 2 * places_.size()), 0);
    for (std::uint32_t i = 0; i < size(); ++i) find((*this)[i]) = i + 1;
  }

  std::vector<Word> words_;
  std::vector<std::uint32_t> ends_ = {0};  // list i is words_[ends_[i] .. ends_[i + 1])
  std::vector<std::uint32_t> places_;      // open addressing; name + 1. invariant: a power of two, half full at most
};

}  // namespace heddle::detect
