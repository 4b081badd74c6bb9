// The branches of the states of the path, for strategies that know all of them when they come to a state. Kept as one
// list; each state has a part of it.
//
// Main functions: begin (a new state), add; first, next.
#pragma once
#include <cstddef>
#include <vector>

#include "search/frontier.h"

namespace heddle {

template <class Branch>
class Branches {
 public:
  // Of the state at this depth; what was known about it and those beyond is forgotten.
  void begin(std::size_t depth) {
    if (parts_.size() > depth) list_.resize(parts_[depth].first);
    parts_.resize(depth);
    parts_.push_back({list_.size(), list_.size()});
  }
  // To the state that began last.
  void add(const Branch& branch) { list_.push_back(branch); }
  std::size_t count() const { return list_.size() - parts_.back().first; }

  // The one that is being explored.
  const Branch& current(std::size_t depth) const { return list_[parts_[depth].current]; }
  // At the first state all over again.
  void restart() { parts_[0].current = parts_[0].first; }
  bool next(std::size_t depth) { return ++parts_[depth].current < end(depth); }
  unsigned left(std::size_t depth) const { return static_cast<unsigned>(end(depth) - parts_[depth].current - 1); }

  // Which of the branches is being explored.
  std::uint64_t place(std::size_t depth) const { return parts_[depth].current - parts_[depth].first; }
  void set_place(std::size_t depth, WordReader& in) {
    const std::uint64_t place = in.take();
    if (place >= end(depth) - parts_[depth].first) return in.fail();
    parts_[depth].current = parts_[depth].first + place;
  }

 private:
  struct Part {
    std::size_t first, current;
  };
  std::size_t end(std::size_t depth) const {
    return depth + 1 < parts_.size() ? parts_[depth + 1].first : list_.size();
  }

  std::vector<Part> parts_;
  std::vector<Branch> list_;
};

}  // namespace heddle
