// Takes down a state in canonical form: a sequence of words and bytes that is the same for equal states, whatever the
// way to them. Who writes a list of unknown length writes its length first, so that different states never give the
// same sequence.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/fingerprint.h"

namespace heddle {

class StateWriter {
 public:
  // Exact: large memory is written byte by byte; otherwise its fingerprint stands for it.
  enum class Detail : std::uint8_t { Exact, Fingerprints };

  void begin(Detail detail) {
    detail_ = detail;
    used_ = 0;
    parts_.clear();
  }
  bool exact() const { return detail_ == Detail::Exact; }

  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void word(T value) {
    const auto wide = static_cast<std::uint64_t>(value);
    std::memcpy(room(sizeof wide), &wide, sizeof wide);
  }
  template <class T>
  void word(T* pointer) {
    word(reinterpret_cast<std::uintptr_t>(pointer));
  }
  void bytes(const void* from, std::size_t size) {
    if (size > 0) std::memcpy(room(size), from, size);
  }

  // What follows is this. Of exact states it can be asked what a byte belongs to, to say where two of them differ.
  void part(const char* name) {
    if (exact()) parts_.emplace_back(used_, name);
  }
  std::string part_at(std::size_t byte) const {
    std::string name = "nothing";
    for (const auto& [begin, part] : parts_)
      if (begin <= byte) name = std::string(part) + " + " + std::to_string(byte - begin);
    return name;
  }

  std::span<const std::byte> written() const { return {buffer_.data(), used_}; }
  Fingerprint fingerprint() const { return fingerprint_of(written()); }

 private:
  std::byte* room(std::size_t size) {
    if (used_ + size > buffer_.size()) buffer_.resize((used_ + size) * 2);
    std::byte* const place = buffer_.data() + used_;
    used_ += size;
    return place;
  }

  Detail detail_ = Detail::Exact;
  std::vector<std::pair<std::size_t, const char*>> parts_;
  std::vector<std::byte> buffer_;  // kept from state to state
  std::size_t used_ = 0;
};

}  // namespace heddle
