// Where a depth-first search stands, as a value: the steps of its path, and for each state of the path what the
// strategy has explored and plans there. Another explorer, in this process or in another one, goes on from it
// (explorer.h) and does exactly what this one would have done.
//
// Everything is kept as words, so that a file of them is easily written and read. Threads are their numbers: whoever
// reads the words has to have met the same threads in the same order (ThreadNames).
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/bug.h"
#include "model/schedule.h"

namespace heddle {

class WordWriter {
 public:
  void put(std::uint64_t word) { words_.push_back(word); }
  std::vector<std::uint64_t> take() { return std::exchange(words_, {}); }
  std::span<const std::uint64_t> words() const { return words_; }
  void clear() { words_.clear(); }

 private:
  std::vector<std::uint64_t> words_;
};

// What is read beyond the end is 0, and noticed.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}
  std::uint64_t take() {
    if (at_ == words_.size()) failed_ = true;
    return failed_ ? 0 : words_[at_++];
  }
  // A number of things that follow, each at least one word long.
  std::uint64_t take_count() {
    const std::uint64_t count = take();
    if (count > words_.size() - at_) failed_ = true;
    return failed_ ? 0 : count;
  }
  void fail() { failed_ = true; }
  // All was read, and nothing more.
  bool is_at_end() const { return !failed_ && at_ == words_.size(); }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
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
  Statistics stats;
};

}  // namespace heddle
