// Wakeup trees; see wakeup_tree.h.
#include "search/wakeup_tree.h"

#include <utility>

#include "support/invariant.h"

namespace heddle {

bool WakeupSequence::comes_first(std::size_t place) const {
  const std::span<const Event> all = events();
  const Count* const clock = all[place].clock;
  for (const Event& earlier : all.first(place))
    if (clock[earlier.thread.index()] >= earlier.index) return false;
  return true;
}

int WakeupSequence::place_of(ThreadId thread, Choice choice, const Footprint& footprint, Signature signature) const {
  const std::span<const Event> all = events();
  if ((threads_ & bit_of(thread)) != 0)
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].thread != thread) continue;
      const bool same = all[i].choice == choice || choice == kAnyOutcome;
      return same && comes_first(i) ? static_cast<int>(i) : kNowhere;
    }
  if ((signature_ & signature) == 0) return kAside;
  for (const Event& event : all)
    if ((event.signature & signature) != 0 && dependent(footprint, *event.footprint)) return kNowhere;
  return kAside;
}

WakeupTrees::Index WakeupTrees::make(const WakeupSequence::Event& event, bool sure) {
  const Node node{event.thread, event.choice, sure, *event.footprint, event.signature, event.exact, kNone, {}};
  ++used_;
  if (free_.empty()) {
    nodes_.push_back(node);
    return static_cast<Index>(nodes_.size() - 1);
  }
  const Index index = free_.back();
  free_.pop_back();
  nodes_[index] = node;
  return index;
}

void WakeupTrees::link(Branches& to, Index node) {
  if (to.empty())
    to.first = node;
  else
    nodes_[to.last].next = node;
  to.last = node;
}

void WakeupTrees::append(Branches& to, const WakeupSequence::Event& event, bool sure) { link(to, make(event, sure)); }

void WakeupTrees::prepend(Branches& to, const WakeupSequence::Event& event, bool sure) {
  const Index node = make(event, sure);
  nodes_[node].next = to.first;
  to.first = node;
  if (to.last == kNone) to.last = node;
}

void WakeupTrees::insert_after_first(Branches& tree, WakeupSequence& sequence, bool sure) {
  Index parent = kNone;  // of the branches that are looked at; none: those of the state
  for (Index i = nodes_[tree.first].next; i != kNone;) {
    const Node& node = nodes_[i];
    const int place = sequence.place_of(node.thread, node.choice, node.footprint, node.signature);
    const bool leaf = node.branches.empty();
    if (place == WakeupSequence::kNowhere || (leaf && !node.sure && node.choice == kAnyOutcome)) {
      sure &= node.exact && place == WakeupSequence::kNowhere;  // it might be asleep then after all
      i = node.next;
      continue;
    }
    if (leaf && node.sure) return;
    if (place != WakeupSequence::kAside) sequence.remove(place);
    parent = i;
    i = node.branches.first;
  }
  for (const WakeupSequence::Event& event : sequence.events()) {
    const Index node = make(event, sure);  // nodes move when the pool grows
    link(parent == kNone ? tree : nodes_[parent].branches, node);
    parent = node;
  }
  HEDDLE_INVARIANT(is_well_formed(tree));
}

void WakeupTrees::skip_first(Branches& branches) {
  const Branches below = take_below_first(branches);
  if (!below.empty()) {
    doubt(nodes_[branches.first].next);
    nodes_[below.last].next = nodes_[branches.first].next;
    nodes_[branches.first].next = below.first;
    if (branches.last == branches.first) branches.last = below.last;
  }
  drop_first(branches);
  HEDDLE_INVARIANT(is_well_formed(branches));
}

void WakeupTrees::doubt(Index first) {
  doubted_.assign(1, first);
  while (!doubted_.empty()) {
    const Index i = doubted_.back();
    doubted_.pop_back();
    if (i == kNone) continue;
    nodes_[i].sure = false;
    doubted_.push_back(nodes_[i].next);
    doubted_.push_back(nodes_[i].branches.first);
  }
}

void WakeupTrees::drop_first(Branches& branches) {
  const Index first = branches.first;
  branches.first = nodes_[first].next;
  if (branches.empty()) branches.last = kNone;
  // A node stands in free_ once it is free; its branches are appended behind it and looked at in turn.
  std::size_t next = free_.size();
  free_.push_back(first);
  for (; next < free_.size(); ++next) {
    --used_;
    for (Index i = nodes_[free_[next]].branches.first; i != kNone; i = nodes_[i].next) free_.push_back(i);
  }
  HEDDLE_INVARIANT(used_ + free_.size() == nodes_.size());
}

WakeupTrees::Branches WakeupTrees::take_below_first(Branches& branches) {
  return std::exchange(nodes_[branches.first].branches, {});
}

void WakeupTrees::gather(Branches& branches) {
  Node& first = nodes_[branches.first];
  if (first.branches.empty() && first.sure) return;  // it stands for everything
  for (Index i = first.next; i != kNone; i = nodes_[i].next) {
    Node& other = nodes_[i];
    if (other.thread != first.thread || other.choice != first.choice || other.branches.empty()) continue;
    const Branches below = std::exchange(other.branches, {});
    doubt(below.first);
    if (first.branches.empty())
      first.branches.first = below.first;
    else
      nodes_[first.branches.last].next = below.first;
    first.branches.last = below.last;
  }
  HEDDLE_INVARIANT(is_well_formed(branches));
}

bool WakeupTrees::has(const Branches& branches, ThreadId thread, Choice choice) const {
  for (Index i = branches.first; i != kNone; i = nodes_[i].next)
    if (nodes_[i].thread == thread && nodes_[i].choice == choice) return true;
  return false;
}

bool WakeupTrees::is_well_formed(const Branches& branches) const {
  Index last = kNone;
  std::size_t seen = 0;
  for (Index i = branches.first; i != kNone; last = i, i = nodes_[i].next) {
    if (i >= nodes_.size() || ++seen > used_) return false;  // a circle, or nodes that were given back
    if (nodes_[i].choice == kAnyOutcome && !nodes_[i].branches.empty()) return false;
    if (!is_well_formed(nodes_[i].branches)) return false;
  }
  return last == branches.last;
}

unsigned WakeupTrees::count(const Branches& branches) const {
  unsigned n = 0;
  for (Index i = branches.first; i != kNone; i = nodes_[i].next) ++n;
  return n;
}

void WakeupTrees::write(const Branches& branches, WordWriter& out) const {
  out.put(count(branches));
  for (Index i = branches.first; i != kNone; i = nodes_[i].next) {
    const Node& node = nodes_[i];
    out.put(node.thread.index());
    out.put(node.choice);
    out.put((node.sure ? 1 : 0) | (node.exact ? 2 : 0));
    write_footprint(node.footprint, out);
    out.put(node.signature);
    write(node.branches, out);
  }
}

void WakeupTrees::read(Branches& into, WordReader& in, KeptByteSets& kept) {
  for (std::uint64_t left = in.take_count(); left > 0; --left) {
    const ThreadId thread = read_thread(in);
    const Choice choice = static_cast<Choice>(in.take());
    const std::uint64_t flags = in.take();
    const Footprint footprint = read_footprint(in, kept);
    const Signature signature = in.take();
    append(into, {thread, choice, 0, nullptr, &footprint, signature, (flags & 2) != 0}, (flags & 1) != 0);
    Branches below;
    read(below, in, kept);  // nodes move when the pool grows
    nodes_[into.last].branches = below;
  }
}

}  // namespace heddle
