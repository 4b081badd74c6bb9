// A set of threads: a bit for each possible ThreadId, of which only the words in use are ever touched, so that a
// program with a handful of threads pays for one word and one with a thousand still fits.
#pragma once
#include <bit>
#include <cstdint>

#include "model/ids.h"

namespace heddle {

class ThreadSet {
 public:
  void clear() { used_ = 0; }
  bool empty() const {
    for (unsigned w = 0; w < used_; ++w)
      if (words_[w] != 0) return false;
    return true;
  }
  bool has(ThreadId t) const { return t.index() / 64 < used_ && (words_[t.index() / 64] >> (t.index() % 64) & 1) != 0; }
  void add(ThreadId t) {
    grow_to(static_cast<unsigned>(t.index() / 64) + 1);
    words_[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
  }
  void remove(ThreadId t) {
    if (t.index() / 64 < used_) words_[t.index() / 64] &= ~(std::uint64_t{1} << (t.index() % 64));
  }
  void add_all(const ThreadSet& other) {
    grow_to(other.used_);
    for (unsigned w = 0; w < other.used_; ++w) words_[w] |= other.words_[w];
  }
  bool contains(const ThreadSet& other) const {
    for (unsigned w = 0; w < other.used_; ++w)
      if ((other.words_[w] & ~word(w)) != 0) return false;
    return true;
  }
  unsigned size() const {
    unsigned n = 0;
    for (unsigned w = 0; w < used_; ++w) n += static_cast<unsigned>(std::popcount(words_[w]));
    return n;
  }

  ThreadSet(const ThreadSet& other) { *this = other; }
  ThreadSet() = default;
  ThreadSet& operator=(const ThreadSet& other) {
    used_ = other.used_;
    for (unsigned w = 0; w < used_; ++w) words_[w] = other.words_[w];
    return *this;
  }

  // The first thread that is in `a` but not in `b`; false if there is none.
  static bool first_not_in(const ThreadSet& a, const ThreadSet& b, ThreadId& found) {
    for (unsigned w = 0; w < a.used_; ++w) {
      const std::uint64_t rest = a.words_[w] & ~b.word(w);
      if (rest == 0) continue;
      found = ThreadId(static_cast<std::uint16_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
      return true;
    }
    return false;
  }
  static unsigned count_not_in(const ThreadSet& a, const ThreadSet& b) {
    unsigned n = 0;
    for (unsigned w = 0; w < a.used_; ++w) n += static_cast<unsigned>(std::popcount(a.words_[w] & ~b.word(w)));
    return n;
  }

  template <class F>
  void for_each(F f) const {
    for (unsigned w = 0; w < used_; ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        f(ThreadId(static_cast<std::uint16_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)))));
  }

 private:
  static constexpr unsigned kWords = (kMaxThreads + 63) / 64;
  std::uint64_t word(unsigned w) const { return w < used_ ? words_[w] : 0; }
  void grow_to(unsigned n) {
    while (used_ < n) words_[used_++] = 0;
  }

  unsigned used_ = 0;  // invariant: words_[used_..] hold nothing that counts
  std::uint64_t words_[kWords];
};

}  // namespace heddle
