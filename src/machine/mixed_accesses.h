// Which bytes are looked at in rounds that may be left out, and which of these another thread accesses plainly or
// frees, in any execution of a search. Where there is such a byte, and a thread can learn of another one without being
// ordered after it, a race may have its atomic access in a round that was left out:
//
//   while (!load(a) && !load(b)) {}      store(a, 1);
//   store(done, 1);                      if (load(done)) b = 5;        all of them relaxed
//
// The round that leaves the loop does not look at b. Decision 30 says what follows from that. All of this belongs to
// the search and not to an execution: no restore takes it back.
#pragma once
#include <array>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "machine/experience.h"
#include "model/ids.h"

namespace heddle {

class MixedAccesses {
 public:
  void note_look(ThreadId thread, Address a, std::uint64_t size);
  void note_plain(ThreadId thread, Address a, std::uint64_t size);
  // Has that been noted? May say no of long ones. (Most accesses are made again in the next execution.)
  bool knows_plain(ThreadId thread, Address a, std::uint64_t size) {
    const std::size_t begin = a % kPage;
    if (a / kPage != last_number_ || size > 16 || begin + size > kPage) return find_plain(thread, a, size);
    return knows(*last_, mark_of(thread.index()), begin, size);
  }
  // Some byte was looked at by one thread, and accessed plainly by another.
  bool any() const;

  std::vector<Experience::Touched> looks() const;
  std::vector<Experience::Touched> plain() const;
  void learn(const std::vector<Experience::Touched>& looks, const std::vector<Experience::Touched>& plain);

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::uint8_t kSeveral = 255;
  // Who has accessed a byte plainly: 0 nobody, thread + 1, or kSeveral. Of the whole page at once, and byte by byte.
  struct Page {
    std::uint8_t whole = 0;
    std::unique_ptr<std::uint8_t[]> bytes;
    std::uint8_t of(std::size_t byte) const { return bytes ? both(whole, bytes[byte]) : whole; }
  };
  static std::uint8_t both(std::uint8_t a, std::uint8_t b) { return a == 0 || a == b ? b : b == 0 ? a : kSeveral; }
  static std::uint8_t mark_of(std::uint32_t thread) {
    return static_cast<std::uint8_t>(thread + 1 < kSeveral ? thread + 1 : kSeveral);
  }
  static bool knows(const Page& page, std::uint8_t mark, std::size_t begin, std::size_t size) {
    for (std::size_t i = begin; i < begin + size; i++)
      if (const std::uint8_t known = page.of(i); known != mark && known != kSeveral) return false;
    return true;
  }
  bool find_plain(ThreadId thread, Address a, std::uint64_t size);
  void mark(std::uint8_t mark, Address a, std::uint64_t size);
  bool is_touched_by_another(std::uint32_t thread, Address a, std::uint64_t size) const;

  using Look = std::tuple<Address, std::uint32_t, std::uint16_t>;  // with size and thread
  std::set<Look> looks_;
  std::array<Look, 64> recent_looks_{};  // some of them: most are noted again in the next execution
  std::unordered_map<Address, Page> pages_;
  Address last_number_ = 0;  // of the page that was asked for last
  const Page* last_ = nullptr;
};

}  // namespace heddle
