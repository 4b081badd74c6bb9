// Which bytes an atomic object has. What is known of who released what belongs to an object, and an object is named by
// its first byte. That is enough while every access to it has one size; a program that looks at some bytes of a larger
// atomic (a union, a cast, atomic_ref) makes those bytes objects of their own, each of which knows what the larger one
// did, and from then on an access orders by each of its bytes.
//
// Places that are known never overlap. All is journalled.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "detect/observers.h"
#include "machine/sequences.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "support/state_writer.h"
#include "sync/world.h"

namespace heddle {

class AtomicPlaces {
 public:
  AtomicPlaces(sync::World& world, Journal& journal, Observers& observers, ReleaseSequences& sequences)
      : world_(world), journal_(journal), observers_(observers), sequences_(sequences) {}

  // Calls use(ObjectId) for each object that the bytes of the access belong to.
  template <class F>
  void each(const Operation& op, F use) {
    if (width(op.id) == op.width) [[likely]]
      return use(op.id);
    for (const ObjectId place : find_slowly(op)) use(place);
  }
  // Where atomics of several sizes share bytes: which bytes are objects. Any other atomic that is known of is one
  // object.
  template <class AddressOf>
  void write_state(AddressOf address_of, StateWriter& to) const {
    std::vector<Address> bytes;
    for (std::uint32_t i = 0; i < widths_.size(); ++i)
      if (widths_[i] == kByteOfSeveral) bytes.push_back(address_of(ObjectId(i)));
    std::sort(bytes.begin(), bytes.end());
    to.word(bytes.size());
    for (const Address a : bytes) to.word(a);
  }
  void forget(ObjectId id) {  // its storage ends
    if (id.index() < widths_.size() && widths_[id.index()] != 0) set(id, 0);
  }

 private:
  std::vector<ObjectId> find_slowly(const Operation&);
  void split(Address, std::uint32_t width);
  static constexpr std::uint32_t kByteOfSeveral = 1u << 31 | 1;
  std::uint32_t width(ObjectId id) const { return id.index() < widths_.size() ? widths_[id.index()] & 0xffff : 0; }
  void set(ObjectId, std::uint32_t width);

  sync::World& world_;
  Journal& journal_;
  Observers& observers_;
  ReleaseSequences& sequences_;
  StablePool<std::uint32_t, 1024> widths_;  // by object: its bytes; 0: not used as an atomic so far
  std::uint32_t widest_ = 0;                // that was ever seen: not undone
};

}  // namespace heddle
