// What the detector knows of one access, in 64 bits:
//
//   thread (10) | clock (29) | free (1) | site (24)
//
// The upper 39 bits are the access's epoch in the sense of FastTrack (Flanagan and Freund, PLDI 2009): an access (u, c)
// happened before thread t's next one iff c <= clock(t)[u]. Zero is "no access": clocks count from 1. Thread numbers
// from kMaxThreads up are marks: the word is then the name of a record in RecordPool that holds more.
//
//   kSplit    in a cell's write word: the four bytes have different histories; the record holds four cells
//   kShared   in a cell's write word: reads that are not ordered; the record holds the plain write and those reads, in
//             no order, the latest of each thread. The cell's read word is the latest of all: a thread that reads on
//             and on finds itself there.
//   kAtomic   in a cell's write word: there were atomic accesses; the record holds the plain write and two words a
//             thread
//   kFollows  in a cell's write word: its history is that of the cell so many before it, but for the plain write, which
//             stands in its read word (vector_clock_groups.cpp)
//   kReaders  in a cell's read word, beside kAtomic: reads that are not ordered; the record holds one word a thread
#pragma once
#include <cstdint>

#include "model/ids.h"

namespace heddle::detect {

using Word = std::uint64_t;
using Epoch = std::uint64_t;

inline constexpr unsigned kSiteBits = 24;
inline constexpr unsigned kEpochShift = kSiteBits + 1;
inline constexpr unsigned kClockBits = 29;
inline constexpr unsigned kThreadShift = kEpochShift + kClockBits;
inline constexpr Word kFreeBit = Word{1} << kSiteBits;
inline constexpr std::uint32_t kMaxClock = (std::uint32_t{1} << kClockBits) - 1;
static_assert(kThreadShift + 10 == 64);

constexpr Epoch make_epoch(ThreadId t, std::uint32_t clock) { return Epoch{t.value} << kClockBits | clock; }
constexpr Word make_word(Epoch e, SiteId site, bool free) {
  const Word known = site.value >> kSiteBits ? 0 : site.value;
  return e << kEpochShift | (free ? kFreeBit : 0) | known;
}

constexpr Epoch epoch_of(Word w) { return w >> kEpochShift; }
// The word is a plain access of this epoch, not the end of what was there.
constexpr bool is_access_of(Word w, Epoch e) { return w >> kSiteBits == e << 1; }
constexpr unsigned thread_of(Word w) { return static_cast<unsigned>(w >> kThreadShift); }
constexpr std::uint32_t clock_of(Word w) { return static_cast<std::uint32_t>(w >> kEpochShift) & kMaxClock; }
constexpr SiteId site_of(Word w) { return SiteId(static_cast<std::uint32_t>(w) & ((1U << kSiteBits) - 1)); }
constexpr bool is_free(Word w) { return (w & kFreeBit) != 0; }

enum class Mark : unsigned { Follows = 1019, Shared = 1020, Readers = 1021, Atomic = 1022, Split = 1023 };
static_assert(kMaxThreads <= 1019);

// A mark word: mark (10) | 17 unused | size class (5) | index (32); of kFollows the index is the distance.
constexpr Word make_mark(Mark m, unsigned size_class, std::uint32_t index) {
  return Word{static_cast<unsigned>(m)} << kThreadShift | Word{size_class} << 32 | index;
}
constexpr bool is_mark(Word w) { return thread_of(w) >= static_cast<unsigned>(Mark::Follows); }
constexpr bool is(Mark m, Word w) { return thread_of(w) == static_cast<unsigned>(m); }
constexpr unsigned size_class_of(Word mark) { return static_cast<unsigned>(mark >> 32) & 31; }
constexpr std::uint32_t index_of(Word mark) { return static_cast<std::uint32_t>(mark); }

// The history of four program bytes (or, inside a split record, of one).
struct Cell {
  Word write;  // the last plain write, or kSplit or kAtomic
  Word read;   // the plain reads since, or kReaders

  friend bool operator==(const Cell&, const Cell&) = default;
};
static_assert(sizeof(Cell) == 16);

}  // namespace heddle::detect
