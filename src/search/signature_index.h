// Signatures (dependency.h) of a sequence that grows and shrinks at its end, and the union of each full block of them,
// so that a scan passes over 64 or 4096 elements that have nothing in common with what is looked for at once.
#pragma once
#include <cstddef>
#include <vector>

#include "search/dependency.h"
#include "support/invariant.h"

namespace heddle {

class SignatureIndex {
 public:
  std::size_t size() const { return all_.size(); }
  Signature operator[](std::size_t i) const { return all_[i]; }

  void push_back(Signature signature) {
    all_.push_back(signature);
    if (all_.size() % kBlock == 0) {
      blocks_.push_back(union_of_last(all_));
      if (blocks_.size() % kBlock == 0) large_.push_back(union_of_last(blocks_));
    }
  }
  void shrink_to(std::size_t size) {
    HEDDLE_INVARIANT(size <= all_.size());
    all_.resize(size);
    blocks_.resize(size / kBlock);
    large_.resize(blocks_.size() / kBlock);
  }

  // Calls visit(i) for the elements that share a bit with the signature, the last one first, until it returns false.
  template <class F>
  void backwards(Signature signature, F&& visit) const {
    for (std::size_t i = all_.size(); i > 0;) {
      if (i % kBlock == 0) {
        const std::size_t block = i / kBlock;
        if (block % kBlock == 0 && (large_[block / kBlock - 1] & signature) == 0) {
          i -= kBlock * kBlock;
          continue;
        }
        if ((blocks_[block - 1] & signature) == 0) {
          i -= kBlock;
          continue;
        }
      }
      --i;
      if ((all_[i] & signature) != 0 && !visit(i)) return;
    }
  }

 private:
  static constexpr std::size_t kBlock = 64;

  static Signature union_of_last(const std::vector<Signature>& list) {
    Signature all = 0;
    for (std::size_t i = list.size() - kBlock; i < list.size(); ++i) all |= list[i];
    return all;
  }

  std::vector<Signature> all_;
  std::vector<Signature> blocks_;  // of kBlock elements each; a block that is not full has none
  std::vector<Signature> large_;   // of kBlock blocks each
};

}  // namespace heddle
