// See constraint_graph.h.
#include "static/constraint_graph.h"

#include <algorithm>

namespace heddle::analysis {

namespace {
constexpr std::uint32_t kMaxResults = 24;
}

NodeIndex ConstraintGraph::add_node() {
  const NodeIndex index = static_cast<NodeIndex>(nodes_.size());
  nodes_.emplace_back().parent = index;
  return index;
}

NodeIndex ConstraintGraph::find(NodeIndex node) {
  while (nodes_[node].parent != node) node = nodes_[node].parent = nodes_[nodes_[node].parent].parent;
  return node;
}

void ConstraintGraph::enqueue(NodeIndex node) {
  if (std::exchange(nodes_[node].queued, true)) return;
  queue_.push_back(node);
}

void ConstraintGraph::include(NodeIndex node, LocationIndex location) {
  node = find(node);
  if (nodes_[node].set.test_and_set(location)) enqueue(node);
}

void ConstraintGraph::copy(NodeIndex from, NodeIndex to) {
  from = find(from), to = find(to);
  if (from == to || !nodes_[from].copies.test_and_set(to)) return;
  if ((nodes_[to].set |= nodes_[from].set)) enqueue(to);
}

void ConstraintGraph::watch(NodeIndex node, std::function<void(LocationIndex)> callback) {
  callbacks_.push_back(std::move(callback));
  const Watcher watcher{Watcher::Kind::Call, 0, static_cast<std::uint32_t>(callbacks_.size() - 1)};
  node = find(node);
  nodes_[node].watchers.push_back(watcher);
  const LocationSet seen = nodes_[node].seen;  // applying may add nodes
  for (const LocationIndex location : seen) apply(watcher, location);
}

void ConstraintGraph::shift(NodeIndex from, NodeIndex to, Shift by) {
  shifts_.push_back(std::move(by));
  const Watcher watcher{Watcher::Kind::Shift, to, static_cast<std::uint32_t>(shifts_.size() - 1)};
  from = find(from);
  nodes_[from].watchers.push_back(watcher);
  const LocationSet seen = nodes_[from].seen;
  for (const LocationIndex location : seen) apply(watcher, location);
}

void ConstraintGraph::load(NodeIndex address, NodeIndex to) {
  address = find(address);
  const Watcher watcher{Watcher::Kind::Load, to, 0};
  nodes_[address].watchers.push_back(watcher);
  const LocationSet seen = nodes_[address].seen;
  for (const LocationIndex location : seen) apply(watcher, location);
}

void ConstraintGraph::store(NodeIndex value, NodeIndex address) {
  address = find(address);
  const Watcher watcher{Watcher::Kind::Store, value, 0};
  nodes_[address].watchers.push_back(watcher);
  const LocationSet seen = nodes_[address].seen;
  for (const LocationIndex location : seen) apply(watcher, location);
}

void ConstraintGraph::copy_memory(NodeIndex destination, NodeIndex source, std::uint64_t size) {
  watch(destination, [this, source, size](LocationIndex to) {
    watch(source, [this, to, size](LocationIndex from) {
      const std::uint64_t key = (static_cast<std::uint64_t>(from) << 32) ^ size;
      if (memory_copies_known_.try_emplace({to, key}, 0).second) memory_copies_.push_back({to, from, size});
    });
  });
}

NodeIndex ConstraintGraph::content(LocationIndex location) {
  if (contents_.size() <= location) contents_.resize(location + 1, kNoNode);
  if (contents_[location] == kNoNode) contents_[location] = add_node();
  return find(contents_[location]);
}

const LocationSet* ConstraintGraph::stored(LocationIndex location) {
  if (contents_.size() <= location || contents_[location] == kNoNode) return nullptr;
  return &points_to(contents_[location]);
}

void ConstraintGraph::apply(const Watcher& watcher, LocationIndex location) {
  switch (watcher.kind) {
    case Watcher::Kind::Load:
      return copy(content(location), watcher.other);
    case Watcher::Kind::Store:
      return copy(watcher.other, content(location));
    case Watcher::Kind::Shift:
      return apply_shift(watcher.index, location, watcher.other);
    case Watcher::Kind::Call: {
      const auto callback = callbacks_[watcher.index];  // a copy: it may add others
      return callback(location);
    }
  }
}

// One that finds ever new places in an object is part of a cycle through memory: then it is taken for an index.
void ConstraintGraph::apply_shift(std::uint32_t index, LocationIndex location, NodeIndex to) {
  const Shift by = shifts_[index];
  if (by.type != nullptr) locations_.note_type(location, by.type);
  if (by.anywhere) return include(to, locations_.anywhere_in(locations_[location].object));
  std::optional<LocationIndex> moved = locations_.moved(location, by.constant);
  if (!moved) return;
  for (const std::uint64_t stride : by.strides) moved = locations_.indexed(*moved, stride, by.in_array);
  if (by.constant != 0 && locations_[*moved].exact() && !nodes_[find(to)].set.test(*moved) &&
      ++results_[{index, locations_[*moved].object}] > kMaxResults)
    moved = locations_.indexed(*moved, static_cast<std::uint64_t>(std::abs(by.constant)), false);
  include(to, *moved);
}

void ConstraintGraph::process(NodeIndex node) {
  LocationSet fresh = nodes_[node].set;
  fresh.intersectWithComplement(nodes_[node].seen);
  if (fresh.empty()) return;
  nodes_[node].seen |= fresh;
  const LocationSet copies = nodes_[node].copies;
  for (const NodeIndex edge : copies) {
    const NodeIndex to = find(edge);
    if (to != node && (nodes_[to].set |= fresh)) enqueue(to);
  }
  // Applying may add watchers, which then look at what was seen by themselves.
  const std::vector<Watcher> watchers = nodes_[node].watchers;
  for (const Watcher& watcher : watchers)
    for (const LocationIndex location : fresh) apply(watcher, location);
}

void ConstraintGraph::merge(NodeIndex a, NodeIndex b) {
  a = find(a), b = find(b);
  if (a == b) return;
  if (nodes_[a].watchers.size() < nodes_[b].watchers.size()) std::swap(a, b);
  GraphNode& into = nodes_[a];
  GraphNode& from = nodes_[b];
  from.parent = a;
  into.set |= from.set;
  into.seen &= from.seen;
  into.copies |= from.copies;
  into.watchers.insert(into.watchers.end(), from.watchers.begin(), from.watchers.end());
  from.set.clear(), from.seen.clear(), from.copies.clear();
  std::vector<Watcher>().swap(from.watchers);
  enqueue(a);
}

void ConstraintGraph::merge_overlapping() {
  for (const auto& [a, b] : locations_.take_merged()) {
    const NodeIndex first = content(a);
    merge(first, content(b));
  }
}

bool ConstraintGraph::extend_memory_copies() {
  bool changed = false;
  for (std::size_t i = 0; i < memory_copies_.size(); ++i) {
    const MemoryCopy entry = memory_copies_[i];
    const Location from = locations_[entry.source], to = locations_[entry.destination];
    for (std::size_t k = entry.known; k < locations_.inside(from.object).size(); ++k) {
      const LocationIndex field = locations_.inside(from.object)[k];
      changed = true;
      const Location place = locations_[field];
      const bool fuzzy = !place.exact() || !from.exact();
      if (!fuzzy && (place.offset < from.offset || (entry.size != 0 && place.offset >= from.offset + entry.size)))
        continue;
      if (fuzzy && !may_overlap(from, entry.size == 0 ? kNoEnd / 4 : entry.size, place, 1)) continue;
      std::optional<LocationIndex> target;
      if (!fuzzy)
        target = locations_.moved(entry.destination, static_cast<std::int64_t>(place.offset - from.offset));
      else if (place.stride != 0 && to.exact() && from.exact() && place.span == 1 && place.stride != 1 &&
               place.begin >= from.offset)
        target = locations_.indexed(
            locations_.moved(entry.destination, static_cast<std::int64_t>(place.offset - from.offset))
                .value_or(entry.destination),
            place.stride, true);
      else
        target = locations_.anywhere_in(to.object);
      if (target) copy(content(field), content(*target));
    }
    memory_copies_[i].known = locations_.inside(from.object).size();
  }
  return changed;
}

void ConstraintGraph::solve() {
  std::size_t since_collapse = 0;
  do {
    merge_overlapping();
    while (!queue_.empty()) {
      const NodeIndex node = queue_.front();
      queue_.pop_front();
      nodes_[node].queued = false;
      if (find(node) != node) continue;
      process(node);
      merge_overlapping();
      if (++since_collapse > 4 * nodes_.size() + 1000) {
        collapse_cycles();
        since_collapse = 0;
      }
    }
    extend_memory_copies();
    merge_overlapping();
  } while (!queue_.empty());
}

// Iterative version of Tarjan's algorithm; edges are brought up to date on the way.
void ConstraintGraph::collapse_cycles() {
  const std::size_t count = nodes_.size();
  std::vector<std::uint32_t> number(count, 0), low(count, 0);
  std::vector<char> on_stack(count, 0);
  std::vector<NodeIndex> stack;
  std::vector<std::pair<NodeIndex, std::vector<NodeIndex>>> path;
  std::vector<std::vector<NodeIndex>> components;
  std::uint32_t next = 0;
  const auto enter = [&](NodeIndex node) {
    number[node] = low[node] = ++next;
    stack.push_back(node);
    on_stack[node] = 1;
    LocationSet updated;
    std::vector<NodeIndex> edges;
    for (const NodeIndex edge : nodes_[node].copies)
      if (const NodeIndex to = find(edge); to != node && updated.test_and_set(to)) edges.push_back(to);
    nodes_[node].copies = updated;
    path.emplace_back(node, std::move(edges));
  };
  for (NodeIndex start = 0; start < count; ++start) {
    if (find(start) != start || number[start] != 0) continue;
    enter(start);
    while (!path.empty()) {
      auto& [node, edges] = path.back();
      if (!edges.empty()) {
        const NodeIndex to = edges.back();
        edges.pop_back();
        if (number[to] == 0)
          enter(to);
        else if (on_stack[to] != 0)
          low[node] = std::min(low[node], number[to]);
        continue;
      }
      const NodeIndex done = node;
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[done]);
      if (low[done] != number[done]) continue;
      std::vector<NodeIndex> component;
      for (;;) {
        const NodeIndex member = stack.back();
        stack.pop_back();
        on_stack[member] = 0;
        component.push_back(member);
        if (member == done) break;
      }
      if (component.size() > 1) components.push_back(std::move(component));
    }
  }
  for (const std::vector<NodeIndex>& component : components)
    for (std::size_t i = 1; i < component.size(); ++i) merge(component[0], component[i]);
}

}  // namespace heddle::analysis
