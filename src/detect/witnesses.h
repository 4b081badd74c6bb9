// What the two lock disciplines keep of earlier accesses to a byte, for their reports only: the last access, and the
// last one of another thread than that. And the findings of one access, in which neighbouring bytes are put together.
//
//   a witness in 64 bits:  unused (27) | thread (10) | access kind + 1 (3) | site (24)
//
// The unused bits of `other` are free for a small number of the user's (label).
#pragma once
#include <vector>

#include "detect/lock_sets.h"
#include "detect/race_detector.h"
#include "detect/shadow_word.h"

namespace heddle::detect {

struct Witnesses {
  Word last;   // zero: none
  Word other;  // of another thread than `last`

  static Word witness(const Access& a) {
    const Word site = a.site.value >> kSiteBits ? 0 : a.site.value;
    return (Word{a.thread.value} << 3 | (static_cast<Word>(a.kind) + 1)) << kSiteBits | site;
  }
  static unsigned thread_of(Word w) { return static_cast<unsigned>(w >> (kSiteBits + 3)); }
  static Access access_of(Word w) {
    if (w == 0) return {};
    return {ThreadId(static_cast<std::uint16_t>(thread_of(w))), static_cast<AccessKind>((w >> kSiteBits & 7) - 1), 0, 0,
            SiteId(static_cast<std::uint32_t>(w & ((Word{1} << kSiteBits) - 1)))};
  }

  void note(const Access& a) {
    if (last != 0 && thread_of(last) != a.thread.value) other = (other & ~kWitness) | last;
    last = witness(a);
  }
  // Zero: no other thread has accessed it.
  Word of_another(ThreadId t) const { return last != 0 && thread_of(last) != t.value ? last : other & kWitness; }
  Word of(ThreadId t) const { return last != 0 && thread_of(last) == t.value ? last : other & kWitness; }

  unsigned label() const { return static_cast<unsigned>(other >> kWitnessBits); }
  void set_label(unsigned label) { other = Word{label} << kWitnessBits | (other & kWitness); }

 private:
  static constexpr unsigned kWitnessBits = kSiteBits + 3 + 10;
  static constexpr Word kWitness = (Word{1} << kWitnessBits) - 1;
};

class Findings {
 public:
  void clear() { found_.clear(); }
  // [begin, end) breaks the discipline.
  void add(Word earlier, const Access& later, Address begin, Address end, Breach breach,
           std::optional<std::vector<ObjectId>> locks) {
    if (!found_.empty()) {
      Race& before = found_.back();
      if (earlier == earlier_ && before.breach == breach && before.locks == locks &&
          before.earlier.address + before.earlier.size == begin) {
        before.earlier.size = end - before.earlier.address;
        return;
      }
    }
    earlier_ = earlier;
    Access first = Witnesses::access_of(earlier);
    first.address = begin;
    first.size = end - begin;
    found_.push_back({first, later, breach, std::move(locks)});
  }
  std::optional<Race> first() const { return found_.empty() ? std::nullopt : std::optional(found_.front()); }
  std::span<const Race> all() const { return found_; }

 private:
  std::vector<Race> found_;
  Word earlier_ = 0;  // of the last one found
};

}  // namespace heddle::detect
