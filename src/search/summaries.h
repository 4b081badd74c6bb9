// What happens below a state, for whoever comes to that state again: the operations that were executed or pending
// somewhere in its sub-tree, the blocked ones too. An execution that ends at a known state is in a race with them as if
// it had gone on (stateful.h).
//
// An operation may be ordered after what the path has done, by what happens in the sub-tree: the exit of a program
// comes after all threads that main joins. So each has its carriers: threads such that what they had done at the state
// comes before the operation, by order that arises below the state. That does not depend on the way to the state, other
// than clocks; and an event of any path to it comes before the operation if a carrier knows of it. It may leave out
// carriers (here: what mutexes pass on), never invent one.
//
// Sets are values: each distinct one is kept once and is a number; 0 is the empty set.
//
// Main functions: add, unite; through (what a step before the state makes of a set); each.
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "detect/word_lists.h"
#include "model/ids.h"
#include "search/dependency.h"
#include "search/footprint_words.h"

namespace heddle {

// Of two numbers in one word: the table takes the low bits for the place.
struct PairHash {
  std::size_t operator()(std::uint64_t pair) const {
    const std::uint64_t mixed = pair * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
  }
};

class Summaries {
 public:
  using Set = std::uint32_t;
  // Threads by number; those from 64 on are never carriers.
  using Carriers = std::uint64_t;
  static Carriers carrier(ThreadId t) { return t.index() < 64 ? Carriers{1} << t.index() : 0; }
  // If the first carries an operation, so does the second: the first was created by it, has joined it, was let go by
  // it.
  struct Passing {
    ThreadId by, from;
  };

  Summaries();

  // A pending or executed operation of the thread. It carries itself.
  Set add(Set, ThreadId, const Footprint&);
  // Its number; and the set of operations, each carried by its thread, with these numbers, no two alike.
  std::uint64_t number_of(ThreadId, const Footprint&);
  Set of(std::span<const std::uint64_t> operations);
  Set unite(Set, Set);
  // For the state before a step, of which these orders arose, the latest first.
  Set through(Set, std::span<const Passing>);
  // Of states on one cycle: what one has done may come after the other, so each operation is carried by its thread
  // alone.
  Set without_carriers(Set);

  // visit(ThreadId, const Footprint&, Carriers)
  template <class F>
  void each(Set set, F visit) const {
    const std::span<const std::uint64_t> list = sets_[set];
    for (std::size_t i = 0; i < list.size(); i += 2) {
      const Entry& entry = entries_[list[i]];
      visit(entry.thread, entry.footprint, list[i + 1]);
    }
  }
  // As words and back; sets keep their numbers.
  void write(WordWriter&) const;
  void read(WordReader&);

  std::size_t distinct_sets() const { return sets_.size(); }
  std::size_t bytes() const { return sets_.bytes(); }

 private:
  struct Entry {
    ThreadId thread;
    Footprint footprint;
  };

  // An operation: the thread, and the words of its footprint.
  detect::WordLists<std::uint64_t> operations_;
  std::vector<Entry> entries_;
  KeptByteSets kept_;
  // Pairs of operation and carriers, by operation.
  detect::WordLists<std::uint64_t> sets_;
  tsl::robin_map<std::uint64_t, Set, PairHash> united_;
  std::vector<std::uint64_t> scratch_, ordered_;
  WordWriter words_;
};

}  // namespace heddle
