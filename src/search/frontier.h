// Where a search stands, as a value: of a depth-first one the steps of its path, and for each state of the path what
// the strategy has explored and plans there. Another explorer, in this process or in another one, goes on from it
// (explorer.h) and does exactly what this one would have done.
//
// Everything is kept as words, so that a file of them is easily written and read. Threads are their numbers: whoever
// reads the words has to have met the same threads in the same order (ThreadNames). So are synchronisation objects in
// what a detector knows (World::names).
//
// What a search has stored of the states that it met may be as large as all memory. It is no part of the value: it goes
// out and comes in as words in pieces (SearchListener::stored, next_stored), and only their number is in here.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/bug.h"
#include "model/schedule.h"

namespace heddle {

class WordWriter {
 public:
  static constexpr std::size_t kPiece = 1 << 15;  // words
  using Drain = std::function<void(std::span<const std::uint64_t>)>;

  WordWriter() = default;
  // Hands the words on in pieces instead of keeping them; flush() the last one.
  explicit WordWriter(Drain drain) : drain_(std::move(drain)) {}

  void put(std::uint64_t word) {
    words_.push_back(word);
    if (words_.size() >= kPiece && drain_) [[unlikely]]
      flush();
  }
  void put_bytes(std::span<const std::uint8_t> bytes);
  void flush() {
    if (!words_.empty()) drain_(words_);
    drained_ += words_.size();
    words_.clear();
  }
  std::uint64_t drained() const { return drained_; }  // words

  std::vector<std::uint64_t> take() { return std::exchange(words_, {}); }
  std::span<const std::uint64_t> words() const { return words_; }
  void clear() { words_.clear(); }

 private:
  std::vector<std::uint64_t> words_;
  Drain drain_;
  std::uint64_t drained_ = 0;
};

// What is read beyond the end is 0, and noticed.
class WordReader {
 public:
  using Source = std::function<std::span<const std::uint64_t>()>;

  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}
  // So many words, in pieces. One is valid until the next is asked for; an empty one means that there are no more.
  WordReader(Source source, std::uint64_t count) : source_(std::move(source)), beyond_(count) {}

  std::uint64_t take() {
    if (at_ == words_.size() && !refill()) [[unlikely]]
      failed_ = true;
    return failed_ ? 0 : words_[at_++];
  }
  // A number of things that follow, each at least one word long.
  std::uint64_t take_count() {
    const std::uint64_t count = take();
    if (count > words_.size() - at_ + beyond_) failed_ = true;
    return failed_ ? 0 : count;
  }
  // A number that is less than this.
  std::uint64_t take_below(std::uint64_t limit) {
    const std::uint64_t number = take();
    if (number >= limit) failed_ = true;
    return failed_ ? 0 : number;
  }
  // Calls read() as often as the next word says.
  template <class F>
  void each(F read) {
    for (std::uint64_t left = take_count(); left > 0 && !failed_; --left) read();
  }
  std::vector<std::uint8_t> take_bytes();
  void fail() { failed_ = true; }
  bool failed() const { return failed_; }
  // All was read, and nothing more.
  bool is_at_end() const { return !failed_ && at_ == words_.size() && beyond_ == 0; }

 private:
  bool refill();

  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
  Source source_;
  std::uint64_t beyond_ = 0;  // words that the source still has
  bool failed_ = false;
};

struct Frontier {
  struct Place {  // a state of the path
    ScheduleStep step;  // being explored; of the last place: to be executed next
    unsigned explored = 0;
    std::vector<std::uint64_t> plan;
  };
  std::uint64_t phase = 0;               // for searches that explore several times
  std::vector<std::uint64_t> strategy;   // what does not belong to one state
  std::vector<Place> places;
  std::uint64_t stored = 0;  // words that go with it
  Statistics stats;
  // What was left out, one sentence each (BoundsWatch), and what else was seen of executions.
  std::vector<std::string> limits;
  bool runs_forever = false;
  bool livelock_possible = false;
};

}  // namespace heddle
