// Names to small numbers: each distinct text gets the next one and keeps it. Open addressing over 8-byte slots; the
// texts lie in large blocks and never move, so that a view of one stays good.
#pragma once
#include <xxhash.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace heddle::trace {

class NameTable {
 public:
  NameTable() : slots_(1024) {}

  // The number of a name; the next one if it is new (then size() grows).
  std::uint32_t number(std::string_view name) {
    const auto hash = static_cast<std::uint32_t>(XXH3_64bits(name.data(), name.size()));
    std::size_t at = hash & mask();
    while (slots_[at].number != 0) {
      const std::uint32_t n = slots_[at].number - 1;
      if (slots_[at].hash == hash && names_[n] == name) return n;
      at = (at + 1) & mask();
    }
    return add(name, hash, at);
  }

  std::string_view name(std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  // plus 1; 0: free
  };
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  std::size_t mask() const { return slots_.size() - 1; }

  std::uint32_t add(std::string_view name, std::uint32_t hash, std::size_t at) {
    const auto n = static_cast<std::uint32_t>(names_.size());
    names_.push_back(keep(name));
    slots_[at] = {hash, n + 1};
    if (names_.size() * 2 > slots_.size()) grow();
    return n;
  }
  std::string_view keep(std::string_view name) {
    if (name.size() > room_) {
      room_ = std::max(kBlock, name.size());
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
      free_ = blocks_.back().get();
    }
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
      std::size_t at = slot.hash & mask;
      while (larger[at].number != 0) at = (at + 1) & mask;
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::vector<std::string_view> names_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace heddle::trace
