// The states that a stateful search has met: a fingerprint, and two words of what is known of it. Open addressing with
// linear probing; 24 bytes a state, in a table that is at most 7/8 full. It can be written out and read in
// (frontier.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/stored_words.h"
#include "support/fingerprint.h"

namespace heddle {

class StateStore {
 public:
  struct Entry {
    Fingerprint fingerprint;
    std::uint32_t claims = 0;  // how it was explored (claims.h)
    std::uint32_t number = 0;  // the search's own; stateful: of a state not finished, its place among those, plus 1
  };

  // nullptr: this state is new. Valid until the next insert().
  Entry* find(const Fingerprint& fingerprint) {
    for (std::size_t i = fingerprint.low;; ++i) {
      Entry& entry = entries_[i & (entries_.size() - 1)];
      if (is_empty(entry)) return nullptr;
      if (entry.fingerprint == fingerprint) return &entry;
    }
  }
  // It must be new.
  Entry& insert(const Fingerprint& fingerprint) {
    if (size_ + 1 > entries_.size() / 8 * 7) grow();
    ++size_;
    Entry& entry = free_place(fingerprint);
    entry.fingerprint = fingerprint;
    return entry;
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  template <class F>
  void each(F visit) const {
    for (const Entry& entry : entries_)
      if (!is_empty(entry)) visit(entry);
  }

  void write(WordWriter& out) const {
    out.put(entries_.size());
    out.put(size_);
    each([&](const Entry& entry) {
      write_fingerprint(entry.fingerprint, out);
      out.put(entry.claims);
      out.put(entry.number);
    });
  }
  // In the place of all that is here. The table has its last size from the start: entries come in the order of their
  // places, and in a smaller table they would all queue up behind each other.
  void read(WordReader& in) {
    const std::uint64_t places = in.take();
    size_ = in.take_count();
    const bool is_full = size_ > places / 8 * 7, is_empty_table = places > kLeast && size_ < places / 4;
    if (places < kLeast || (places & (places - 1)) != 0 || is_full || is_empty_table) in.fail();
    entries_.assign(in.failed() ? kLeast : places, {});
    for (std::size_t left = in.failed() ? 0 : size_; left > 0; --left) {
      Entry entry;
      entry.fingerprint = read_fingerprint(in);
      entry.claims = static_cast<std::uint32_t>(in.take());
      entry.number = static_cast<std::uint32_t>(in.take());
      if (is_empty(entry) || find(entry.fingerprint) != nullptr) return in.fail();
      free_place(entry.fingerprint) = entry;
    }
  }

 private:
  static constexpr std::size_t kLeast = 1024;  // places

  // One state in 2^128 has this fingerprint; it would be taken for new each time.
  static bool is_empty(const Entry& entry) { return entry.fingerprint == Fingerprint{}; }
  Entry& free_place(const Fingerprint& fingerprint) {
    for (std::size_t i = fingerprint.low;; ++i)
      if (Entry& entry = entries_[i & (entries_.size() - 1)]; is_empty(entry)) return entry;
  }
  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old)
      if (!is_empty(entry)) free_place(entry.fingerprint) = entry;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kLeast);  // invariant: a power of two, never full
  std::size_t size_ = 0;
};

static_assert(sizeof(StateStore::Entry) == 24);

}  // namespace heddle
