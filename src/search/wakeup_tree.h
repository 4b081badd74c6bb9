// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Optimal dynamic partial order reduction, POPL 2014, section 5, and
// JACM 64(4), 2017): what is planned for a state, as a tree of sequences of steps. A sequence is there because
// executing it reverses a race; it is followed to its end, so that the search does not run into sleeping threads on the
// way and give up.
//
// WakeupSequence is v, still to be inserted: events with clocks, so that it stands for all of its linearisations.
// place_of(p) asks whether an event of p is a weak initial of it: p begins one of them, or has no event in it and goes
// together with all.
// WakeupTrees holds the nodes of the trees of all states of the path in one pool: no allocation once the pool is warm.
//
// The order of branches counts: a sequence goes below the first branch that can begin it, so that a later branch may
// rely on the earlier ones having been explored, and being asleep, when its turn comes.
//
// A leaf stands for everything after it, so a sequence that leads to one need not be inserted. That is right where the
// search will go on from the leaf unhindered. Where it may not (a step that may be blocked, or leave someone asleep)
// the sequence is continued below the leaf instead.
//
// Deviation: an event is a thread with an outcome of its operation. What an operation can have for outcomes may
// depend on the race that is reversed; then the last event of a sequence says kAnyOutcome, and whoever comes there
// splits it into those that there are. Such a node is always a leaf.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/ids.h"
#include "search/clocks.h"
#include "search/dependency.h"
#include "search/footprint_words.h"

namespace heddle {

inline constexpr Choice kAnyOutcome = 0xffff;

class WakeupSequence {
 public:
  using Count = SearchClocks::Count;
  struct Event {
    ThreadId thread;
    Choice choice;
    Count index;         // among the steps of its thread
    const Count* clock;  // of a step of the path, or of the operation that the race is about
    const Footprint* footprint;
    Signature signature;
    bool exact;  // the footprint is what the step will have, not what it may have
  };
  static constexpr int kNowhere = -1;  // not a weak initial
  static constexpr int kAside = -2;    // none of its events, but goes together with all of them

  void clear() {
    events_.clear();
    begin_ = 0;
    threads_ = 0;
    signature_ = 0;
  }
  void add(const Event& event) {
    events_.push_back(event);
    threads_ |= bit_of(event.thread);
    signature_ |= event.signature;
  }
  void remove(int place) {
    if (place == 0)
      ++begin_;
    else
      events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(begin_) + place);
  }
  void keep_first_only() { events_.resize(begin_ + 1, events_.front()); }
  bool last_comes_first() const { return comes_first(events().size() - 1); }
  Event& last() { return events_.back(); }
  std::span<const Event> events() const { return std::span(events_).subspan(begin_); }

  // The place of the event that the next step of `thread` is, if it can be the first one; or one of the above.
  int place_of(ThreadId thread, Choice choice, const Footprint& footprint, Signature signature) const;

 private:
  static std::uint64_t bit_of(ThreadId t) { return std::uint64_t{1} << t.index() % 64; }
  bool comes_first(std::size_t place) const;

  std::vector<Event> events_;
  std::size_t begin_ = 0;      // those before it are removed
  std::uint64_t threads_ = 0;  // no bit: no event of that thread
  Signature signature_ = 0;    // of all events
};

class WakeupTrees {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};
  struct Branches {  // of a state, or of a node: in the order in which they will be explored
    Index first = kNone, last = kNone;
    bool empty() const { return first == kNone; }
  };
  struct Node {
    ThreadId thread;
    Choice choice;
    bool sure;  // of a leaf: it can be executed, and then nothing is asleep any more
    Footprint footprint;
    Signature signature;
    bool exact;          // see Event
    Index next = kNone;  // sibling
    Branches branches;
  };

  const Node& operator[](Index i) const { return nodes_[i]; }
  std::size_t size() const { return used_; }

  void append(Branches& to, const WakeupSequence::Event& event, bool sure);
  void prepend(Branches& to, const WakeupSequence::Event& event, bool sure);
  // Adds the sequence unless the tree has one that is as good. The first branch, being explored, does not count: the
  // sequence reverses a race with its step. The sequence is used up. `sure`: see Node.
  void insert_after_first(Branches& tree, WakeupSequence& sequence, bool sure);
  // The first branch is done with; what was below it and is not yet taken goes too.
  void drop_first(Branches& branches);
  // The first branch cannot be executed; what was planned below it is planned without it. Then the later ones may meet
  // somebody asleep whom they did not count on.
  void skip_first(Branches& branches);
  void drop_all(Branches& branches) {
    while (!branches.empty()) drop_first(branches);
  }
  // The branches below the first branch, which has none afterwards.
  Branches take_below_first(Branches& branches);
  // The first branch is to be explored. Where its step was planned once more, with a continuation, it will be asleep
  // afterwards: what was planned there is planned below it now.
  void gather(Branches& branches);
  bool has(const Branches& branches, ThreadId thread, Choice choice) const;
  // The list of branches ends where it says it does, so do those of its nodes, and an outcome that was left open has
  // nothing below it. Holds between any two calls.
  bool is_well_formed(const Branches& branches) const;
  unsigned count(const Branches& branches) const;

  void write(const Branches& branches, WordWriter& out) const;
  void read(Branches& into, WordReader& in, KeptByteSets& kept);  // into: empty

 private:
  Index make(const WakeupSequence::Event& event, bool sure);
  void link(Branches& to, Index node);
  void doubt(Index first);  // no leaf of this branch and the later ones is sure any more

  std::vector<Node> nodes_;
  std::vector<Index> free_;
  std::vector<Index> doubted_;  // empty, but for doubt()
  std::size_t used_ = 0;        // invariant: of all nodes those that are not free
};

}  // namespace heddle
