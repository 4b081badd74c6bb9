// See storage_map.h.
#include "machine/storage_map.h"

#include <algorithm>
#include <cstring>

#include "model/red_zones.h"
#include "support/invariant.h"

namespace heddle {
namespace {

constexpr std::size_t kGranules = (kHeapBase - kProgramBase) / 8;
constexpr std::uint64_t kFurthest = 1 << 24;  // for reports: where a stack has no zones it may go on for long
constexpr auto kGap = static_cast<std::uint8_t>(StorageMap::Why::Gap);
constexpr auto kZone = static_cast<std::uint8_t>(StorageMap::Why::Zone);
constexpr auto kClosed = static_cast<std::uint8_t>(StorageMap::Why::Closed);
constexpr auto kBefore = static_cast<std::uint8_t>(StorageMap::Why::Before);

}  // namespace

StorageMap::StorageMap(Journal& journal, const Image& image)
    : map_(kGranules, "the map of globals and stacks"),
      stamp_space_(kGranules / kPiece * sizeof(std::uint64_t), "the map of globals and stacks"),
      stamps_(stamp_space_.as<std::uint64_t>()),
      log_(journal) {
  add_globals(image);
}

// From below the first variable to the zone behind the last: other data of the image may lie further up.
void StorageMap::add_globals(const Image& image) {
  if (image.globals.empty()) return;
  const Address begin = image.globals_begin;
  Address end = begin;
  for (const GlobalRange& global : image.globals) end = std::max(end, global.begin + global.size);
  std::memset(granule(begin), kGap, (end + 7) / 8 + kGlobalZone / 8 - begin / 8);
  for (const GlobalRange& global : image.globals) {
    std::memset(granule(global.begin), 0, global.size / 8);
    if (const std::uint64_t rest = global.size % 8) *granule(global.begin + global.size) = static_cast<std::uint8_t>(rest);
  }
}

// Before granules change: each piece of the map goes into the journal once per interval.
void StorageMap::set(std::uint8_t* first, std::size_t count, std::uint8_t value) {
  if (count == 0) return;
  changes_++;
  auto* const base = map_.as<std::uint8_t>();
  for (std::size_t piece = static_cast<std::size_t>(first - base) / kPiece;
       piece <= (static_cast<std::size_t>(first - base) + count - 1) / kPiece; ++piece)
    if (log_.first(stamps_[piece])) log_.journal().remember_bytes(base + piece * kPiece, kPiece);
  std::memset(first, value, count);
}

bool StorageMap::open(Address slot, std::uint64_t size) {
  constexpr std::size_t kSide = kStackZone / 8;
  HEDDLE_INVARIANT(slot % 8 == 0 && covers(slot - kStackZone) && covers(slot + size + 2 * kStackZone));
  std::uint8_t* const first = granule(slot);
  const std::size_t whole = size / 8, rest = size % 8;
  // Behind the slot: what rounding its size up to kStackZone has left, and a whole zone.
  const std::size_t behind = ((size + kStackZone - 1) / kStackZone + 1) * kSide - whole - (rest ? 1 : 0);
  std::uint8_t* const after = first + whole + (rest ? 1 : 0);
  const bool touchable = std::any_of(first - kSide, first, [](std::uint8_t g) { return g < 0x80; }) ||
                         std::any_of(after, after + behind, [](std::uint8_t g) { return g < 0x80; }) ||
                         (rest && first[whole] < 0x80 && first[whole] != rest);
  if (touchable) {
    set(first - kSide, kSide - 1, kZone);
    set(after, behind, kZone);
  }
  if (first[-1] != kBefore) set(first - 1, 1, kBefore);
  if (std::any_of(first, first + whole, [](std::uint8_t g) { return g != 0; })) set(first, whole, 0);
  if (rest && first[whole] != rest) set(first + whole, 1, static_cast<std::uint8_t>(rest));
  return touchable;
}

void StorageMap::close(Address slot, std::uint64_t size) { set(granule(slot), (size + 7) / 8, kClosed); }

StorageMap::Slot StorageMap::next_open(Address from, Address to) const {
  const std::uint8_t *at = granule(from), *const end = granule(to);
  while (at < end && (at = static_cast<const std::uint8_t*>(std::memchr(at, kBefore, static_cast<std::size_t>(end - at))))) {
    const std::uint8_t* const first = ++at;
    while (at < end && *at == 0) ++at;
    const std::uint8_t rest = at < end && *at < 8 ? *at : 0;
    const Address begin = kProgramBase + static_cast<std::size_t>(first - map_.as<std::uint8_t>()) * 8;
    if (at != first || rest) return {begin, begin + static_cast<std::size_t>(at - first) * 8 + rest};
  }
  return {};
}

void StorageMap::release(Address begin, std::uint64_t size) {
  set(granule(begin), (begin + size + 7) / 8 - begin / 8, 0);
}

bool StorageMap::usable(Address a) const {
  const std::uint8_t ok = *granule(a);
  return ok == 0 || (a & 7) < (ok < 8 ? ok : 0);
}

Address StorageMap::first_bad_byte_slow(Address a, std::uint64_t size) const {
  const Address end = std::min(a + size, kHeapBase);
  for (Address at = a; at < end;) {
    const std::uint8_t ok = *granule(at);
    const Address next = (at & ~Address{7}) + 8;
    if (ok != 0) {
      const Address good_to = (at & ~Address{7}) + (ok < 8 ? ok : 0);
      if (at >= good_to) return at;
      if (good_to < end) return good_to;
    }
    at = next;
  }
  return 0;
}

StorageMap::Neighbour StorageMap::neighbour(Address bad, std::uint64_t reach) const {
  auto run = [&](Address inside) {
    Neighbour found{inside, inside};
    while (inside - found.begin < kFurthest && found.begin > kProgramBase && usable(found.begin - 1)) --found.begin;
    while (found.end - inside < kFurthest && found.end < kHeapBase && usable(found.end)) ++found.end;
    return found;
  };
  for (std::uint64_t d = 1; d <= reach && bad - d >= kProgramBase; ++d)
    if (usable(bad - d)) return run(bad - d);
  for (std::uint64_t d = 1; d <= reach && bad + d < kHeapBase; ++d)
    if (usable(bad + d)) return run(bad + d);
  return {};
}

}  // namespace heddle
