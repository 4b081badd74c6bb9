// A set of threads: a bit for each possible ThreadId, of which only the words in use are ever touched, so that a
// program with a handful of threads pays for one word and one with a thousand still fits. A search keeps several sets
// for each state of its path, so the words after the first are elsewhere.
#pragma once
#include <bit>
#include <cstdint>
#include <memory>

#include "model/ids.h"
#include "support/invariant.h"

namespace heddle {

class ThreadSet {
 public:
  void clear() { used_ = 0; }
  bool empty() const {
    for (unsigned w = 0; w < used_; ++w)
      if (words()[w] != 0) return false;
    return true;
  }
  bool has(ThreadId t) const { return t.index() / 64 < used_ && (words()[t.index() / 64] >> (t.index() % 64) & 1) != 0; }
  void add(ThreadId t) {
    HEDDLE_INVARIANT(t.index() < kMaxThreads);
    grow_to(static_cast<unsigned>(t.index() / 64) + 1);
    words()[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
  }
  void remove(ThreadId t) {
    if (t.index() / 64 < used_) words()[t.index() / 64] &= ~(std::uint64_t{1} << (t.index() % 64));
  }
  void add_all(const ThreadSet& other) {
    grow_to(other.used_);
    for (unsigned w = 0; w < other.used_; ++w) words()[w] |= other.words()[w];
  }
  bool contains(const ThreadSet& other) const {
    for (unsigned w = 0; w < other.used_; ++w)
      if ((other.words()[w] & ~word(w)) != 0) return false;
    return true;
  }
  unsigned size() const {
    unsigned n = 0;
    for (unsigned w = 0; w < used_; ++w) n += static_cast<unsigned>(std::popcount(words()[w]));
    return n;
  }

  ThreadSet(const ThreadSet& other) { *this = other; }
  ThreadSet() = default;
  ThreadSet& operator=(const ThreadSet& other) {
    if (this == &other) return *this;
    used_ = 0;
    grow_to(other.used_);
    for (unsigned w = 0; w < used_; ++w) words()[w] = other.words()[w];
    return *this;
  }

  // The first thread that is in `a` but not in `b`; false if there is none.
  static bool first_not_in(const ThreadSet& a, const ThreadSet& b, ThreadId& found) {
    for (unsigned w = 0; w < a.used_; ++w) {
      const std::uint64_t rest = a.words()[w] & ~b.word(w);
      if (rest == 0) continue;
      found = ThreadId(static_cast<std::uint16_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
      return true;
    }
    return false;
  }
  static unsigned count_not_in(const ThreadSet& a, const ThreadSet& b) {
    unsigned n = 0;
    for (unsigned w = 0; w < a.used_; ++w) n += static_cast<unsigned>(std::popcount(a.words()[w] & ~b.word(w)));
    return n;
  }

  template <class F>
  void for_each(F f) const {
    for (unsigned w = 0; w < used_; ++w)
      for (std::uint64_t rest = words()[w]; rest != 0; rest &= rest - 1)
        f(ThreadId(static_cast<std::uint16_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)))));
  }

 private:
  static constexpr unsigned kWords = (kMaxThreads + 63) / 64;
  std::uint64_t word(unsigned w) const { return w < used_ ? words()[w] : 0; }
  void grow_to(unsigned n) {
    if (n > 1 && many_ == nullptr) {
      many_ = std::make_unique_for_overwrite<std::uint64_t[]>(kWords);
      many_[0] = one_;
    }
    while (used_ < n) words()[used_++] = 0;
  }

  std::uint64_t* words() { return many_ ? many_.get() : &one_; }
  const std::uint64_t* words() const { return many_ ? many_.get() : &one_; }

  unsigned used_ = 0;  // invariant: words()[used_..] hold nothing that counts
  std::uint64_t one_ = 0;
  std::unique_ptr<std::uint64_t[]> many_;  // all words, once more than one has been in use
};

}  // namespace heddle
