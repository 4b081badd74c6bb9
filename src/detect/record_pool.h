// Records for the histories that do not fit into a cell: four byte cells, one word a reader, atomic accesses of each
// thread. A record is 1, 2, 4 ... 512 units of 64 bytes and is named by a mark word (shadow_word.h) that also says its
// size. Records never move; freed ones are used again, last first. All of it is journalled, once per interval.
#pragma once
#include <cstdint>

#include "detect/interval_log.h"
#include "detect/mapping.h"
#include "detect/shadow_word.h"

namespace heddle::detect {

class RecordPool {
 public:
  explicit RecordPool(IntervalLog& log);

  Word* words(Word mark) const { return base_ + std::size_t{index_of(mark)} * kUnitWords; }
  Cell* cells(Word split) const { return reinterpret_cast<Cell*>(words(split)); }
  template <class T>
  T* cells_as(Word mark) const {
    return reinterpret_cast<T*>(words(mark));
  }
  static unsigned word_count(Word mark) { return kUnitWords << size_class_of(mark); }

  // Zeroed. The size class is the smallest that holds this many words.
  Word allocate(Mark kind, unsigned words_wanted);
  Word copy(Word mark);
  void release(Word mark);
  // Must come before any change of a record's words.
  void touch(Word mark) {
    if (log_.first(stamps_[index_of(mark)])) remember(mark);
  }

  // No more room: allocate() hands out one common record and everything found from then on is worthless.
  bool exhausted() const { return exhausted_; }

 private:
  static constexpr unsigned kUnitWords = 8;
  static constexpr unsigned kClasses = 10;
  static constexpr std::uint32_t kUnits = std::uint32_t{1} << 30;

  static constexpr std::uint32_t kStep = 4096;  // units

  struct State {
    std::uint32_t used = 1;             // units; index 0 ends the free lists
    std::uint32_t free[kClasses] = {};  // the last one freed; its first word names the one before
  };

  Word reserve(Mark kind, unsigned size_class);
  void change_state() {
    if (log_.first(state_stamp_)) log_.journal().remember(state_);
  }
  void remember(Word mark);
  void populate();

  IntervalLog& log_;
  Mapping records_;
  Mapping stamp_space_;
  Word* base_;
  std::uint64_t* stamps_;  // per unit; that of a record's first unit counts
  State state_;
  std::uint64_t state_stamp_ = 0;
  std::uint32_t populated_ = kStep;  // units; the first step is left to page faults: few programs need it
  bool exhausted_ = false;
};

}  // namespace heddle::detect
