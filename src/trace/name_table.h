// Names to small numbers: each distinct text gets the next one and keeps it. Open addressing; a slot holds a name of up
// to sixteen characters itself, so that finding one costs one cache miss, and a hash of a longer one, whose text lies
// in a large block with the others. Texts never move, so that a view of one stays good.
//
// With many variables the misses are what reading a trace costs. Who knows early which name comes next calls expect().
#pragma once
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace heddle::trace {

class NameTable {
 public:
  // A name prepared for the search.
  struct Key {
    std::uint64_t low = 0, high = 0;  // the text, or a hash of it and its length
    std::uint64_t hash = 0;
  };

  NameTable() : slots_(1024) {}

  static Key key(std::string_view name) {
    Key k;
    if (name.size() > kShort) {
      const XXH128_hash_t hash = XXH3_128bits(name.data(), name.size());
      k.low = hash.low64;
      k.high = hash.high64;
    } else if (name.size() >= 8) {
      std::memcpy(&k.low, name.data(), 8);
      k.high = tail(name.data() + 8, name.size() - 8);
    } else {
      k.low = tail(name.data(), name.size());
    }
    k.hash = mix(mix(k.low ^ name.size()) ^ k.high);
    return k;
  }
  void expect(const Key& key) const { __builtin_prefetch(&slots_[key.hash & mask()]); }

  // The number of a name; the next one if it is new (then size() grows).
  std::uint32_t number(std::string_view name) { return number(name, key(name)); }
  std::uint32_t number(std::string_view name, const Key& key) {
    std::size_t at = key.hash & mask();
    while (slots_[at].number != 0) {
      const Slot& slot = slots_[at];
      if (slot.low == key.low && slot.high == key.high && slot.length == name.size() &&
          (name.size() <= kShort || names_[slot.number - 1] == name))
        return slot.number - 1;
      at = (at + 1) & mask();
    }
    return add(name, key, at);
  }

  std::string_view name(std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }

 private:
  struct Slot {
    std::uint64_t low = 0, high = 0;
    std::uint32_t length = 0;
    std::uint32_t number = 0;  // plus 1; 0: free
  };
  static constexpr std::size_t kShort = 16;
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  // Up to eight characters.
  static std::uint64_t tail(const char* text, std::size_t size) {
    std::uint64_t out = 0;
    std::memcpy(&out, text, size);
    return out;
  }
  static std::uint64_t mix(std::uint64_t x) {
    x *= 0x9e3779b97f4a7c15u;
    return x ^ (x >> 32);
  }
  std::size_t mask() const { return slots_.size() - 1; }

  std::uint32_t add(std::string_view name, const Key& key, std::size_t at) {
    const auto n = static_cast<std::uint32_t>(names_.size());
    names_.push_back(keep(name));
    slots_[at] = {key.low, key.high, static_cast<std::uint32_t>(name.size()), n + 1};
    if (names_.size() * 5 > slots_.size() * 4) grow();
    return n;
  }
  std::string_view keep(std::string_view name) {
    if (name.size() > room_) {
      room_ = std::max(kBlock, name.size());
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
      free_ = blocks_.back().get();
    }
    if (name.empty()) return {};
    std::memcpy(free_, name.data(), name.size());
    const std::string_view kept(free_, name.size());
    free_ += name.size();
    room_ -= name.size();
    return kept;
  }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
      if (slot.number == 0) continue;
      std::size_t at = key(names_[slot.number - 1]).hash & mask;
      while (larger[at].number != 0) at = (at + 1) & mask;
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;  // a power of two, at most four fifths full
  std::vector<std::string_view> names_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace heddle::trace
