#include "machine/memory.h"

#include <link.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "machine/engine.h"
#include "model/address_space.h"
#include "support/copy.h"

namespace heddle {

ThreadSlots thread_slots;

namespace {

bool map_at(Address where, std::size_t size) {
  void* got = mmap(reinterpret_cast<void*>(where), size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == reinterpret_cast<void*>(where) || (got == MAP_FAILED && errno == EEXIST);
}

// Of a state that is too large to copy: what is copied nonetheless. A stack of a few frames costs less to copy than its
// page to compare. To be asked about each live range, in their order, so that a restore decides as the save did.
struct SmallRanges {
  static constexpr std::size_t kLargest = 2048;
  std::size_t left = std::size_t{16} << 10;

  bool has(std::size_t size) {
    if (size > std::min(kLargest, left)) return false;
    left -= size;
    return true;
  }
};

}  // namespace

Memory::Memory(const Image& image) : image_(image) {
  const auto* globals = reinterpret_cast<const std::byte*>(image.globals_begin);
  initial_globals_.assign(globals, globals + image.globals_size);
  find_library_data();
}

// The writable segments of compiled libraries that the program was linked with, and of libstdc++.so: the standard
// streams, locales and the emergency pool of exceptions.
void Memory::find_library_data() {
  auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    auto& memory = *static_cast<Memory*>(self);
    const bool of_program = is_library_of_program(*info);
    if (!of_program && !(memory.image_.uses_library_state && std::strstr(info->dlpi_name, "libstdc++.so"))) return 0;
    for (const auto& [begin, end] : variables_of(*info))
      memory.library_data_.push_back({reinterpret_cast<std::byte*>(begin), end - begin, of_program});
    return 0;
  };
  dl_iterate_phdr(visit, this);
  for (const Range& r : library_data_) initial_library_data_.emplace_back(r.begin, r.begin + r.size);
}

bool Memory::library_changed() const {
  for (std::size_t i = 0; i < library_data_.size(); i++)
    if (library_data_[i].of_program &&
        std::memcmp(library_data_[i].begin, initial_library_data_[i].data(), library_data_[i].size) != 0)
      return true;
  return false;
}

bool Memory::provide(ThreadId thread, std::uint16_t slot) {
  const int program_errno = errno;  // on the fiber of the thread that creates this one
  if (thread.index() < provided_.size() && provided_[thread.index()]) return true;
  thread_slots.give(thread, slot);
  const Address stack = (stack_top(thread) & ~Address{4095}) - kStackSize - kToolRoom;
  if (!map_at(stack, kStackSize + kToolRoom + 4096) || !map_at(heap_of(thread), kHeapStride)) return false;
  errno = program_errno;
  if (thread.index() >= provided_.size()) provided_.resize(thread.index() + 1);
  provided_[thread.index()] = true;
  return true;
}

void Memory::reset() {
  if (tracking_) pages_.clear();
  tracking_ = false;
  if (!initial_globals_.empty())
    std::memcpy(reinterpret_cast<void*>(image_.globals_begin), initial_globals_.data(), initial_globals_.size());
  for (std::size_t i = 0; i < library_data_.size(); i++)
    std::memcpy(library_data_[i].begin, initial_library_data_[i].data(), library_data_[i].size);
}

template <class F>
void Memory::each_live_range(const Engine& engine, F visit) const {
  if (image_.globals_size) visit(reinterpret_cast<std::byte*>(image_.globals_begin), image_.globals_size);
  for (const Range& r : library_data_) visit(r.begin, r.size);
  for (std::size_t i = 0; i < engine.threads.size(); i++) {
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (std::size_t used = engine.heap.used(t)) visit(reinterpret_cast<std::byte*>(heap_of(t)), used);
    const ThreadRecord& record = engine.threads[i];
    if (!record.live) continue;
    const auto top = stack_top(t);
    const auto pointer = reinterpret_cast<Address>(record.context);
    visit(reinterpret_cast<std::byte*>(pointer), top - pointer);
  }
}

void Memory::copy_out(const Engine& engine, Snapshot& into) {
  if (tracking_ || !copy_all(engine, into)) track(engine, into);
}

// False: it is too much.
bool Memory::copy_all(const Engine& engine, Snapshot& into) {
  into.tracked_ = false;
  if (into.capacity_ > 0) {  // the usual case: it fits into what the snapshot has
    std::byte* to = into.bytes_.get();
    std::byte* const end = to + std::min(into.capacity_, kCopyLimit);
    bool fits = true;
    each_live_range(engine, [&](const std::byte* from, std::size_t size) {
      fits &= size <= static_cast<std::size_t>(end - to);
      if (!fits) return;
      copy_small(to, from, size);
      to += size;
    });
    into.used_ = static_cast<std::size_t>(to - into.bytes_.get());
    if (fits) return true;
  }
  std::size_t total = 0;
  each_live_range(engine, [&](std::byte*, std::size_t size) { total += size; });
  if (total > kCopyLimit) return false;
  into.make_room(total);
  std::byte* to = into.bytes_.get();
  each_live_range(engine, [&](const std::byte* from, std::size_t size) {
    std::memcpy(to, from, size);
    to += size;
  });
  return true;
}

void Memory::track(const Engine& engine, Snapshot& into) {
  tracking_ = true;
  std::size_t copied = 0;
  SmallRanges small;
  each_live_range(engine, [&](std::byte* begin, std::size_t size) {
    const auto a = reinterpret_cast<Address>(begin);
    if (small.has(size))
      copied += size;
    else
      pages_.cover(a, a + size);
  });
  into.tracked_ = true;
  into.make_room(copied);
  std::byte* to = into.bytes_.get();
  small = {};
  each_live_range(engine, [&](const std::byte* from, std::size_t size) {
    if (!small.has(size)) return;
    copy_small(to, from, size);
    to += size;
  });
  into.pages_ = pages_.mark();
}

void Memory::write_range(const void* begin, std::size_t size, StateWriter& to) {
  to.word(begin);
  to.word(size);
  if (to.exact() || size < 2 * PageLog::kPage) return to.bytes(begin, size);
  // The pages that it has to itself have fingerprints; what it shares with others, or with nobody, is hashed each time.
  const auto from = reinterpret_cast<Address>(begin), end = from + size;
  const Address first = (from + PageLog::kPage - 1) & ~Address{PageLog::kPage - 1},
                last = end & ~Address{PageLog::kPage - 1};
  to.bytes(begin, first - from);
  to.bytes(reinterpret_cast<const void*>(last), end - last);
  const Fingerprint pages = pages_.fingerprint(first, last);
  to.word(pages.low);
  to.word(pages.high);
}

void Memory::write_state(const Engine& engine, StateWriter& to) {
  write_range(reinterpret_cast<const void*>(image_.globals_begin), image_.globals_size, to);
  for (const Range& r : library_data_) write_range(r.begin, r.size, to);
  for (const ThreadId t : engine.world.threads_by_rank())
    write_range(reinterpret_cast<const void*>(heap_of(t)), engine.heap.used(t), to);
}

std::vector<std::pair<Address, std::size_t>> Memory::live_ranges(const Engine& engine) const {
  std::vector<std::pair<Address, std::size_t>> ranges;
  each_live_range(engine, [&](std::byte* begin, std::size_t size) { ranges.emplace_back(reinterpret_cast<Address>(begin), size); });
  return ranges;
}

void Memory::copy_in(const Engine& engine, const Snapshot& from) {
  const std::byte* next = from.bytes_.get();
  const auto copy = [&](std::byte* to, std::size_t size) {
    copy_small(to, next, size);
    next += size;
  };
  if (from.tracked_) {
    pages_.undo_to(from.pages_);
    SmallRanges small;
    each_live_range(engine, [&](std::byte* to, std::size_t size) {
      if (small.has(size)) copy(to, size);
    });
    return;
  }
  if (tracking_) {  // taken while the program was still small
    pages_.clear();
    tracking_ = false;
  }
  each_live_range(engine, copy);
}

}  // namespace heddle
