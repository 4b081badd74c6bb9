// Inclusion constraints between sets of locations, and their least solution (Andersen 1994), as a worklist with
// difference propagation; cycles of copies become one node (Nuutila's algorithm, now and then while solving). What a
// location holds is a node too, made when somebody stores or loads there.
//
// Constraints can be added while solving: `watch` calls back for each location that a node comes to contain, which is
// how calls through pointers find their callees.
//
//   solve             the worklist
//   collapse_cycles   strongly connected components of the copy edges
//   merge             two nodes become one; both have to look again at what only the other one had
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SparseBitVector.h"
#include "static/locations.h"

namespace heddle::analysis {

using NodeIndex = std::uint32_t;
using LocationSet = llvm::SparseBitVector<>;
constexpr NodeIndex kNoNode = ~NodeIndex{0};

// How a pointer moves: by a constant, and by unknown multiples of these.
struct Shift {
  std::int64_t constant = 0;
  std::vector<std::uint64_t> strides = {};
  bool in_array = false;       // these are indices of arrays
  bool anywhere = false;       // in a way that is not understood: it stays within its object
  llvm::Type* type = nullptr;  // of what it pointed to before, where the code says so
};

class ConstraintGraph {
 public:
  explicit ConstraintGraph(Locations& locations) : locations_(locations) {}

  NodeIndex add_node();
  void include(NodeIndex node, LocationIndex location);
  void copy(NodeIndex from, NodeIndex to);
  void shift(NodeIndex from, NodeIndex to, Shift by);
  void load(NodeIndex address, NodeIndex to);
  void store(NodeIndex value, NodeIndex address);
  // Of everything in [source, source + size) to the same offsets behind destination; size 0: the whole object.
  void copy_memory(NodeIndex destination, NodeIndex source, std::uint64_t size);
  void watch(NodeIndex node, std::function<void(LocationIndex)> callback);

  void solve();

  NodeIndex content(LocationIndex location);
  const LocationSet& points_to(NodeIndex node) { return nodes_[find(node)].set; }
  // What is stored in a location, or nullptr.
  const LocationSet* stored(LocationIndex location);
  std::size_t size() const { return nodes_.size(); }

 private:
  struct Watcher {
    enum class Kind : std::uint8_t { Load, Store, Shift, Call } kind;
    NodeIndex other = 0;
    std::uint32_t index = 0;  // into shifts_ or callbacks_
  };
  struct GraphNode {
    NodeIndex parent = 0;
    bool queued = false;
    LocationSet set, seen;  // seen: passed on already
    LocationSet copies;     // edges to nodes
    std::vector<Watcher> watchers;
  };
  struct MemoryCopy {
    LocationIndex destination, source;
    std::uint64_t size;
    std::size_t known = 0;  // how many locations of the source object have been looked at
  };

  NodeIndex find(NodeIndex node);
  void enqueue(NodeIndex node);
  void process(NodeIndex node);
  void apply(const Watcher& watcher, LocationIndex location);
  void apply_shift(std::uint32_t index, LocationIndex location, NodeIndex to);
  void merge(NodeIndex a, NodeIndex b);
  void merge_overlapping();
  bool extend_memory_copies();
  void collapse_cycles();

  Locations& locations_;
  std::vector<GraphNode> nodes_;
  std::vector<NodeIndex> contents_;  // by location
  std::deque<NodeIndex> queue_;
  std::vector<Shift> shifts_;
  std::vector<std::function<void(LocationIndex)>> callbacks_;
  std::vector<MemoryCopy> memory_copies_;
  llvm::DenseMap<std::pair<std::uint32_t, ObjectIndex>, std::uint32_t> results_;  // of a shift, in an object
  llvm::DenseMap<std::pair<LocationIndex, std::uint64_t>, char> memory_copies_known_;
};

}  // namespace heddle::analysis
