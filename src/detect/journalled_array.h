// A large array of small things that change often, in memory that is reserved and not used until it is: before the
// first change in an interval the surrounding chunk is remembered whole (interval_log.h). All zero at the start.
#pragma once
#include <cstdint>

#include "detect/interval_log.h"
#include "detect/mapping.h"

namespace heddle::detect {

template <class T, std::size_t kChunk>
class JournalledArray {
 public:
  JournalledArray(IntervalLog& log, std::size_t length, const char* purpose)
      : log_(log),
        space_(length * sizeof(T), purpose),
        stamp_space_(length / kChunk * sizeof(std::uint64_t), purpose),
        at_(space_.as<T>()),
        stamps_(stamp_space_.as<std::uint64_t>()) {}

  const T& operator[](std::size_t i) const { return at_[i]; }
  T& change(std::size_t i) {
    if (log_.first(stamps_[i / kChunk])) log_.journal().remember_bytes(at_ + i / kChunk * kChunk, kChunk * sizeof(T));
    return at_[i];
  }

 private:
  IntervalLog& log_;
  Mapping space_;
  Mapping stamp_space_;
  T* at_;
  std::uint64_t* stamps_;
};

}  // namespace heddle::detect
