// Allocation of side records: bump pointer and one free list per size class.
#include "detect/record_pool.h"

#include <bit>
#include <cstring>

namespace heddle::detect {

RecordPool::RecordPool(IntervalLog& log)
    : log_(log),
      records_(std::size_t{kUnits} * kUnitWords * sizeof(Word), "the detector's records"),
      stamp_space_(std::size_t{kUnits} * sizeof(std::uint64_t), "the detector's records"),
      base_(records_.as<Word>()),
      stamps_(stamp_space_.as<std::uint64_t>()) {}

Word RecordPool::allocate(Mark kind, unsigned words_wanted) {
  const unsigned units = (words_wanted + kUnitWords - 1) / kUnitWords;
  const Word mark = reserve(kind, static_cast<unsigned>(std::bit_width(units - 1)));
  std::memset(words(mark), 0, word_count(mark) * sizeof(Word));
  return mark;
}

Word RecordPool::copy(Word mark) {
  const Word other = reserve(static_cast<Mark>(thread_of(mark)), size_class_of(mark));
  std::memcpy(words(other), words(mark), word_count(mark) * sizeof(Word));
  return other;
}

Word RecordPool::reserve(Mark kind, unsigned size_class) {
  change_state();
  if (const std::uint32_t index = state_.free[size_class]; index != 0) {
    const Word mark = make_mark(kind, size_class, index);
    touch(mark);  // the link in its first word belongs to the state
    state_.free[size_class] = static_cast<std::uint32_t>(*words(mark));
    return mark;
  }
  const std::uint32_t units = std::uint32_t{1} << size_class;
  if (kUnits - state_.used < units) {
    exhausted_ = true;
    return make_mark(kind, size_class, kUnits - (1U << (kClasses - 1)));
  }
  const Word mark = make_mark(kind, size_class, state_.used);
  state_.used += units;
  if (state_.used > populated_) populate();
  // Nothing of value was there before: marked as remembered without being remembered.
  log_.first(stamps_[index_of(mark)]);
  return mark;
}

void RecordPool::populate() {
  if (kUnits - populated_ < kStep) return;
  Mapping::populate(base_ + std::size_t{populated_} * kUnitWords, std::size_t{kStep} * kUnitWords * sizeof(Word));
  Mapping::populate(stamps_ + populated_, kStep * sizeof(std::uint64_t));
  populated_ += kStep;
}

void RecordPool::release(Word mark) {
  if (exhausted_) return;
  change_state();
  touch(mark);
  std::uint32_t& list = state_.free[size_class_of(mark)];
  *words(mark) = list;
  list = index_of(mark);
}

void RecordPool::remember(Word mark) { log_.journal().remember_bytes(words(mark), word_count(mark) * sizeof(Word)); }

}  // namespace heddle::detect
