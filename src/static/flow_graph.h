// A procedure under construction (flow.h), for the two files that build it: flow.cpp follows blocks and instructions,
// flow_calls.cpp says what calls do.
#pragma once
#include <deque>

#include "llvm/IR/InstrTypes.h"
#include "static/flow.h"

namespace heddle::analysis {

inline const llvm::Function* direct_callee(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

inline const LibraryFunction& library_of(const llvm::Function& callee) {
  return library_function({callee.getName().data(), callee.getName().size()});
}

// An exception (or the end of the thread, which unwinds the stack of a C++ program) may leave this call of a function
// without a body.
bool throws_by_itself(const llvm::CallBase& call, const llvm::Function& callee);
// pthread_exit that runs the destructors on the stack.
bool unwinds_thread(const llvm::CallBase& call, const llvm::Function& callee);

struct FlowBuilder::Graph {
  // So many versions of a block with different facts; beyond that nothing is taken for known.
  static constexpr std::size_t kMaxVersions = 8;

  InstanceIndex instance = 0;
  bool throwing = false;
  locks::Procedure procedure;
  BranchFacts facts;
  std::map<const llvm::BasicBlock*, std::map<Facts, locks::Node>> versions;
  std::deque<std::pair<const llvm::BasicBlock*, State>> work;

  Graph(InstanceIndex i, bool t, const llvm::Function& function, bool in_detail)
      : instance(i), throwing(t), facts(function, in_detail) {}
  locks::Node add_node() { return procedure.nodes++; }
  locks::Node edge(locks::Node from, locks::Action action, locks::Site site) {
    const locks::Node to = add_node();
    procedure.edges.push_back({from, to, std::move(action), site});
    return to;
  }
  void connect(locks::Node from, locks::Node to) { procedure.edges.push_back({from, to, locks::Nothing{}, 0}); }
  // To the beginning of a block.
  void go(const llvm::BasicBlock& from, const llvm::BasicBlock& to, const State& state) {
    Facts known = facts.enter(from, to, state.facts);
    auto& nodes = versions[&to];
    if (nodes.size() >= kMaxVersions && !nodes.contains(known)) known.clear();
    const auto [entry, fresh] = nodes.try_emplace(known, 0);
    if (fresh) {
      entry->second = add_node();
      work.push_back({&to, State{entry->second, known}});
    }
    connect(state.node, entry->second);
  }
};

}  // namespace heddle::analysis
