// The program's writable memory: where it is, and copying it out and in.
//
// Snapshots copy what is live: globals, the used part of each heap arena, each thread's stack from its stack pointer
// up, libstdc++'s own data if the program can reach it, and that of libraries which the program was linked with. For the
// small programs that a model checker sees, that is less than a page, and a memcpy beats any bookkeeping. Once a state is
// larger than kCopyLimit, only small ranges are copied; for the rest snapshots are marks in a PageLog, and cost what
// changes between them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/page_log.h"
#include "machine/thread_slots.h"
#include "model/address_space.h"
#include "model/image.h"
#include "support/state_writer.h"

namespace heddle {

class Engine;
class Snapshot;

class Memory {
 public:
  explicit Memory(const Image& image);

  // Maps the stack and heap slot of a thread on its first use. False when the system has no memory for it.
  bool provide(ThreadId thread, std::uint16_t slot);
  static Address stack_top(ThreadId t) {
    const std::size_t slot = thread_slots.of(t);
    return kStacksBase + (slot + 1) * kStackStride - (slot % 64) * kStagger;
  }
  static constexpr std::size_t kStackSize = std::size_t{8} << 20;
  static constexpr std::size_t kToolRoom = std::size_t{64} << 10;  // below it, for hooks and models: ToolScope
  // Threads that are at the same place of the same code would use the same sets of every cache and of the TLB.
  static constexpr std::size_t kStagger = 4096 + 5 * 64;

  void copy_out(const Engine&, Snapshot&);
  void copy_in(const Engine&, const Snapshot&);
  // What the program finds in its variables and its heap, in canonical order; stacks are written by who knows what on
  // them counts. Small memory byte by byte; of large memory only pages that have changed are hashed again.
  void write_state(const Engine&, StateWriter&);
  void write_range(const void* begin, std::size_t size, StateWriter&);
  std::vector<std::pair<Address, std::size_t>> live_ranges(const Engine&) const;
  // Whether the writable data of libraries at this address is part of snapshots.
  bool holds_library_data(Address a) const {
    for (const Range& r : library_data_)
      if (a - reinterpret_cast<Address>(r.begin) < r.size) return true;
    return false;
  }
  // Whether a compiled library that the program was linked with has variables that differ from those at the beginning.
  bool library_changed() const;
  void reset();  // globals to their initial contents
  // A write fault: true if it only told us about the write.
  bool written(Address a) { return tracking_ && pages_.written(a); }
  std::size_t log_bytes() const { return pages_.bytes(); }

  static constexpr std::size_t kCopyLimit = std::size_t{16} << 10;

 private:
  template <class F>
  void each_live_range(const Engine&, F visit) const;
  void find_library_data();
  bool copy_all(const Engine&, Snapshot&);
  void track(const Engine&, Snapshot&);

  struct Range {
    std::byte* begin;
    std::size_t size;
    bool of_program;  // of a library that the program was linked with
  };
  const Image& image_;
  std::vector<std::byte> initial_globals_;
  std::vector<Range> library_data_;
  std::vector<std::vector<std::byte>> initial_library_data_;
  std::vector<bool> provided_;  // threads that have their stack and heap; never undone
  PageLog pages_;
  bool tracking_ = false;
};

}  // namespace heddle
