// Which bytes of globals and stacks may be touched; the heap has its own map (heap.h). One byte for each eight, as in
// AddressSanitizer: 0 all of them, 1 to 7 so many from the left, otherwise none, and why.
//
// Globals: what is not part of a variable may not be touched. Stacks: everything may, except what was taken out, since
// frames hold more than variables that we know of. A slot that hooks can reach is opened when it comes to life, with a
// zone on both sides that may not be touched, and closed when it dies.
//
// Journalled by intervals, in pieces of 512 bytes of the program: a function that is called a million times within one
// step adds nothing.
#pragma once
#include <cstdint>

#include "detect/interval_log.h"
#include "detect/mapping.h"
#include "machine/extent.h"
#include "model/address_space.h"
#include "model/image.h"
#include "support/state_writer.h"

namespace heddle {

class StorageMap {
 public:
  // Before: the granule of a zone right before a slot, by which slots are told from what else lies on a stack.
  enum class Why : std::uint8_t { None, Gap = 0x80, Zone, Closed, Before };

  StorageMap(Journal& journal, const Image& image);

  static constexpr bool covers(Address a) { return a - kProgramBase < kHeapBase - kProgramBase; }
  // The first byte of [a, a+size) that may not be touched, or 0. `a` must be covered.
  Address first_bad_byte(Address a, std::uint64_t size) const {
    const std::uint8_t ok = *granule(a);
    if (ok == 0 && (a & 7) + size <= 8) return 0;  // the common case
    return first_bad_byte_slow(a, size);
  }
  Why why(Address a) const {
    const auto entry = static_cast<Why>(*granule(a));
    return *granule(a) >= 0x80 && entry != Why::Before ? entry : *granule(a) ? Why::Zone : Why::None;
  }

  // A stack slot comes to life; it is aligned to eight bytes and has kStackZone bytes of its own on either side. True:
  // its zones could be touched before.
  bool open(Address slot, std::uint64_t size);
  void close(Address slot, std::uint64_t size);
  // The first slot in [from, to) that is open; begin == end: there is none.
  struct Slot {
    Address begin = 0, end = 0;
  };
  Slot next_open(Address from, Address to) const;
  void release(Address begin, std::uint64_t size);  // back to the beginning: may be touched

  // The bytes that may be touched next to an untouchable one, at most `reach` away: those below it, else those above.
  struct Neighbour {
    Address begin = 0, end = 0;  // empty: there are none
  };
  Neighbour neighbour(Address bad, std::uint64_t reach) const;

  // The object that an address lies in, or right behind. On a stack, what has no zones around it goes on for long.
  Extent extent_around(Address a) const {
    return ExtentOf<0>(map_.as<std::uint8_t>(), kProgramBase, (kHeapBase - kProgramBase) / 8).around(a, kFarthest);
  }
  // Which bytes of a stack may be touched.
  void write_state(Address begin, Address end, StateWriter& to) const {
    to.bytes(granule(begin), static_cast<std::size_t>(granule(end) - granule(begin)));
  }
  std::uint64_t changes() const { return changes_; }  // how often the map was changed, or may have been

  void new_interval() {
    log_.new_interval();
    changes_++;
  }

 private:
  static constexpr std::size_t kFarthest = 1 << 13;  // granules
  static constexpr std::size_t kPiece = 64;  // granules that are journalled together
  std::uint8_t* granule(Address a) const { return map_.as<std::uint8_t>() + ((a - kProgramBase) >> 3); }
  bool usable(Address a) const;
  void set(std::uint8_t* first, std::size_t count, std::uint8_t value);
  Address first_bad_byte_slow(Address a, std::uint64_t size) const;
  void add_globals(const Image& image);

  detect::Mapping map_;
  detect::Mapping stamp_space_;
  std::uint64_t* stamps_;
  detect::IntervalLog log_;
  std::uint64_t changes_ = 0;
};

}  // namespace heddle
