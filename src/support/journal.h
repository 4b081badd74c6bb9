// The journal of everything the tool itself changes while the program runs: synchronisation objects, clocks, shadow
// cells, the length of the captured output. A backtrack undoes it in reverse, so saving costs nothing and restoring
// costs what was changed since, however large the state is. (The program's own memory is copied, not journalled:
// native library code writes it behind our back.)
//
// Ground rules
//  * remember() comes before the change, for every change, of anything a restore has to bring back.
//  * A remembered place must stay at its address for as long as the journal holds it: keep journalled data in
//    StablePool or in mapped memory, never in a std::vector that may grow.
//  * What only grows and whose growth no search can observe (name tables, address -> index maps) is not journalled.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "support/copy.h"
#include "support/invariant.h"

namespace heddle {

class Journal {
 public:
  using Mark = std::size_t;

  Journal() { grow(kInitial); }

  // While off nothing is remembered: for a run that will never go back (one random execution, a replay).
  void set_recording(bool on) { recording_ = on; }
  bool recording() const { return recording_; }

  template <class T>
  void remember(T& place) {
    static_assert(std::is_trivially_copyable_v<T>);
    remember_bytes(&place, sizeof(T));
  }

  [[gnu::always_inline]] void remember_bytes(void* place, std::size_t size) {
    if (!recording_) return;
    const std::size_t padded = (size + 7) & ~std::size_t{7};
    const std::size_t need = padded + sizeof(Entry);
    if (used_ + need > capacity_) [[unlikely]]
      grow(need);
    copy_small(bytes_.get() + used_, place, size);
    const Entry entry{place, size};
    std::memcpy(bytes_.get() + used_ + padded, &entry, sizeof entry);
    used_ += need;
  }

  // The same for memory of which every byte is known to be this.
  void remember_fill(void* place, std::size_t size, std::uint8_t value) {
    if (!recording_) return;
    if (used_ + sizeof(Entry) > capacity_) grow(sizeof(Entry));
    const Entry entry{place, size | kFill | std::size_t{value} << kFillShift};
    std::memcpy(bytes_.get() + used_, &entry, sizeof entry);
    used_ += sizeof entry;
  }
  // Often large, and nothing to copy.
  void remember_zero(void* place, std::size_t size) { remember_fill(place, size, 0); }

  // Room for so many bytes: where it must not grow (while the program runs, malloc serves the program's memory).
  void reserve(std::size_t bytes) {
    if (capacity_ - used_ < bytes) grow(bytes);
  }

  Mark mark() const { return used_; }
  std::size_t bytes_since(Mark mark) const { return used_ - mark; }

  // Brings every remembered place back to what it was at the mark, latest first. The mark must be one of the path that
  // led here: of one that was undone itself nothing is left to go back to.
  void undo_to(Mark mark) {
    HEDDLE_INVARIANT(mark <= used_);
    const std::byte* const bytes = bytes_.get();
    const std::byte *const to = bytes + mark, *at = bytes + used_;
    used_ = std::min(used_, mark);  // not in the loop: a place could be anything, as far as the compiler knows
    while (at > to) {
      Entry entry;
      at -= sizeof entry;
      std::memcpy(&entry, at, sizeof entry);
      if (entry.size & kFill) [[unlikely]] {
        std::memset(entry.place, static_cast<int>(entry.size >> kFillShift & 0xff), entry.size & kFillSize);
        continue;
      }
      at -= (entry.size + 7) & ~std::size_t{7};
      HEDDLE_INVARIANT(at >= to);  // a mark lies between entries, never inside one
      copy_small(entry.place, at, entry.size);
    }
  }

 private:
  struct Entry {
    void* place;
    std::size_t size;
  };
  static constexpr std::size_t kFill = std::size_t{1} << 63;  // then with the value, and without bytes of its own
  static constexpr unsigned kFillShift = 48;
  static constexpr std::size_t kFillSize = (std::size_t{1} << kFillShift) - 1;
  static constexpr std::size_t kInitial = std::size_t{1} << 16;

  // Of a large block realloc moves pages, not bytes: in a long execution the journal has most of the tool's memory.
  [[gnu::noinline]] void grow(std::size_t need) {
    std::size_t capacity = std::max(capacity_ * 2, kInitial);
    while (capacity < used_ + need) capacity *= 2;
    void* const larger = std::realloc(bytes_.get(), capacity);
    if (larger == nullptr) throw std::bad_alloc();
    (void)bytes_.release();
    bytes_.reset(static_cast<std::byte*>(larger));
    capacity_ = capacity;
  }

  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;
  std::size_t used_ = 0;  // invariant: at most capacity_, and the end of an entry
  std::size_t capacity_ = 0;
  bool recording_ = true;
};

}  // namespace heddle
