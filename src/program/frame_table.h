// Return address -> frame, from the section that the code generator has written into each object (frame_notes.h).
#pragma once
#include <span>
#include <unordered_map>

#include "model/frame_layout.h"
#include "program/symboliser.h"

namespace heddle::program {

class FrameTable {
 public:
  explicit FrameTable(std::span<const PlacedObject> objects);

  // nullptr: nothing is known of it.
  const FrameLayout* find(Address return_address) const {
    const auto found = frames_.find(return_address);
    return found == frames_.end() ? nullptr : &found->second;
  }
  std::size_t size() const { return frames_.size(); }

 private:
  void add(const llvm::object::ObjectFile& object);

  std::unordered_map<Address, FrameLayout> frames_;
};

}  // namespace heddle::program
