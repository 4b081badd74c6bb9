// A growing array whose elements never move, so that the journal may point into it.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "support/invariant.h"

namespace heddle {

template <class T, std::size_t kChunk = 64>
class StablePool {
 public:
  T& operator[](std::size_t i) {
    HEDDLE_INVARIANT(i < size_);
    return chunks_[i / kChunk][i % kChunk];
  }
  const T& operator[](std::size_t i) const {
    HEDDLE_INVARIANT(i < size_);
    return chunks_[i / kChunk][i % kChunk];
  }
  std::size_t size() const { return size_; }

  // Elements are value-initialised when they first come into being and keep their contents from then on.
  void grow_to(std::size_t n) {
    while (chunks_.size() * kChunk < n) chunks_.push_back(std::make_unique<T[]>(kChunk));
    if (n > size_) size_ = n;
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace heddle
