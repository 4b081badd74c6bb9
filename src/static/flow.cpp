// See flow.h.
//   find_relevant   which functions matter, which can end by an exception
//   fill            one procedure: blocks, each once for what is known about flags there (branch_facts.h)
//   step            one instruction: its accesses, and if it is a call what that does
//   compress        nodes with nothing but a way on disappear
// What calls do is in flow_calls.cpp.
#include <algorithm>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/flow_graph.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

// Merges every node whose only edge does nothing with the node that it leads to.
void compress(locks::Procedure& procedure) {
  std::vector<std::uint32_t> edges_from(procedure.nodes, 0), only(procedure.nodes, 0);
  for (std::uint32_t i = 0; i < procedure.edges.size(); ++i)
    ++edges_from[procedure.edges[i].from], only[procedure.edges[i].from] = i;
  std::vector<locks::Node> leads_to(procedure.nodes);
  for (locks::Node n = 0; n < procedure.nodes; ++n) leads_to[n] = n;
  const auto find = [&](locks::Node n) {
    while (leads_to[n] != n) n = leads_to[n] = leads_to[leads_to[n]];
    return n;
  };
  for (locks::Node n = 0; n < procedure.nodes; ++n) {
    if (n == procedure.exit || edges_from[n] != 1) continue;
    const locks::Edge& edge = procedure.edges[only[n]];
    if (!std::holds_alternative<locks::Nothing>(edge.action) || find(edge.to) == n) continue;
    leads_to[n] = find(edge.to);
  }
  std::vector<locks::Node> number(procedure.nodes, ~locks::Node{0});
  std::uint32_t next = 0;
  const auto renumber = [&](locks::Node n) {
    n = find(n);
    if (number[n] == ~locks::Node{0}) number[n] = next++;
    return number[n];
  };
  std::vector<locks::Edge> kept;
  procedure.entry = renumber(procedure.entry);
  procedure.exit = renumber(procedure.exit);
  for (locks::Edge& edge : procedure.edges) {
    const bool nothing = std::holds_alternative<locks::Nothing>(edge.action);
    if (nothing && (find(edge.from) == find(edge.to) || leads_to[edge.from] != edge.from)) continue;
    edge.from = renumber(edge.from);
    edge.to = renumber(edge.to);
    kept.push_back(std::move(edge));
  }
  procedure.edges = std::move(kept);
  procedure.nodes = next;
}

}  // namespace

FlowBuilder::FlowBuilder(PointsTo& points_to, const Multiplicity& multiplicity, const AccessTable& accesses,
                         const LockTable& locks, const std::vector<SourceLine>& points, bool locks_may_fail)
    : points_to_(points_to),
      multiplicity_(multiplicity),
      accesses_(accesses),
      locks_(locks),
      points_(points),
      locks_may_fail_(locks_may_fail) {
  out_.sites.push_back(nullptr);
  for (const SourceLine& point : points_) {
    out_.points.push_back(locks::LabelId(static_cast<std::uint32_t>(out_.labels.size())));
    out_.labels.push_back(point.function.empty() ? point.file + ":" + std::to_string(point.line) : point.function);
  }
  find_relevant();
}

locks::Site FlowBuilder::site(const Instruction& instruction) {
  const auto [entry, fresh] = site_numbers_.try_emplace(&instruction, static_cast<locks::Site>(out_.sites.size()));
  if (fresh) out_.sites.push_back(&instruction);
  return entry->second;
}

bool FlowBuilder::acts(InstanceIndex index) const {
  for (const Instruction& instruction : instructions(*points_to_.instances()[index].function)) {
    if (!accesses_.at(index, instruction).empty()) return true;
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) continue;
    const LibraryFunction& does = library_of(*callee);
    if (synchronises(does) && does.sync != Sync::Abort && does.sync != Sync::Self) return true;
    if (callee->getName() == "heddle_label" || callee->getName() == kPoint) return true;
  }
  return false;
}

void FlowBuilder::find_relevant() {
  const auto& instances = points_to_.instances();
  relevant_.assign(instances.size(), false);
  throws_.assign(instances.size(), false);
  std::vector<std::vector<std::pair<InstanceIndex, const CallBase*>>> callers(instances.size());
  std::vector<InstanceIndex> work, throwing;
  for (InstanceIndex i = 0; i < instances.size(); ++i) {
    for (const auto& [call, callees] : instances[i].callees)
      for (const InstanceIndex callee : callees) callers[callee].emplace_back(i, call);
    if (acts(i)) relevant_[i] = true, work.push_back(i);
    for (const Instruction& instruction : instructions(*instances[i].function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee != nullptr && unwinds_thread(*call, *callee)) unwinds_threads_ = true;
      const auto through_pointer = instances[i].library.find(call);
      const bool throws_here =
          isa<CallInst>(instruction) &&
          ((callee != nullptr && throws_by_itself(*call, *callee)) ||
           (through_pointer != instances[i].library.end() &&
            any_of(through_pointer->second, [&](const Function* one) { return throws_by_itself(*call, *one); })));
      if ((isa<ResumeInst>(instruction) || throws_here) && !throws_[i]) throws_[i] = true, throwing.push_back(i);
    }
  }
  while (!work.empty()) {
    const InstanceIndex callee = work.back();
    work.pop_back();
    for (const auto& [caller, call] : callers[callee])
      if (!relevant_[caller]) relevant_[caller] = true, work.push_back(caller);
  }
  while (!throwing.empty()) {
    const InstanceIndex callee = throwing.back();
    throwing.pop_back();
    for (const auto& [caller, call] : callers[callee])
      if (!throws_[caller] && isa<CallInst>(call) && !call->doesNotThrow() && !call->getFunction()->doesNotThrow())
        throws_[caller] = true, throwing.push_back(caller);
  }
}

locks::ProcedureId FlowBuilder::procedure(InstanceIndex instance, bool throwing) {
  const auto [entry, fresh] = procedures_.try_emplace(
      {instance, throwing}, locks::ProcedureId(static_cast<std::uint32_t>(out_.program.procedures.size())));
  if (fresh) {
    out_.program.procedures.emplace_back();
    out_.instances.push_back(instance);
  }
  return entry->second;
}

void FlowBuilder::fill(locks::ProcedureId id, InstanceIndex instance, bool throwing) {
  const Function& function = *points_to_.instances()[instance].function;
  const bool in_detail = any_of(instructions(function), [](const Instruction& instruction) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() && synchronises(library_of(*callee));
  });
  Graph graph(instance, throwing, function, in_detail);
  graph.procedure.name = function.getName().str();
  graph.procedure.entry = graph.add_node();
  graph.procedure.exit = graph.add_node();
  graph.work.push_back({&function.getEntryBlock(), State{graph.procedure.entry, {}}});
  while (!graph.work.empty()) {
    auto [next, state] = std::move(graph.work.front());
    graph.work.pop_front();
    block(graph, *next, std::move(state));
  }
  compress(graph.procedure);
  out_.program.procedures[id.index()] = std::move(graph.procedure);
}

void FlowBuilder::block(Graph& graph, const BasicBlock& block, State start) {
  std::vector<State> states{std::move(start)};
  for (const Instruction& instruction : block) {
    if (instruction.isTerminator()) return terminator(graph, instruction, std::move(states));
    std::vector<State> next, thrown;
    for (State& state : states)
      for (State& after : step(graph, instruction, std::move(state), thrown)) next.push_back(std::move(after));
    if (graph.throwing)
      for (const State& state : thrown) graph.connect(state.node, graph.procedure.exit);
    states = std::move(next);
  }
}

void FlowBuilder::terminator(Graph& graph, const Instruction& end, std::vector<State> states) {
  const BasicBlock& from = *end.getParent();
  for (State& state : states) {
    if (auto* invoke = dyn_cast<InvokeInst>(&end)) {
      std::vector<State> thrown;
      for (const State& after : step(graph, *invoke, state, thrown)) graph.go(from, *invoke->getNormalDest(), after);
      for (const State& after : thrown) graph.go(from, *invoke->getUnwindDest(), after);
    } else if (isa<ReturnInst>(end)) {
      std::vector<State> none;  // the ends of local variables are accesses
      if (!graph.throwing)
        for (const State& after : step(graph, end, state, none)) graph.connect(after.node, graph.procedure.exit);
    } else if (isa<ResumeInst>(end)) {
      if (graph.throwing) graph.connect(state.node, graph.procedure.exit);
    } else if (auto* branch = dyn_cast<BranchInst>(&end); branch != nullptr && branch->isConditional()) {
      const auto truth = graph.facts.value(branch->getCondition(), state.facts);
      for (const bool way : {true, false}) {
        if (truth && *truth != way) continue;
        State after = state;
        graph.facts.learn(branch->getCondition(), way, after.facts);
        graph.go(from, *branch->getSuccessor(way ? 0 : 1), after);
      }
    } else {
      for (const BasicBlock* to : successors(&from)) graph.go(from, *to, state);
    }
  }
}

std::vector<FlowBuilder::State> FlowBuilder::step(Graph& graph, const Instruction& instruction, State state,
                                                  std::vector<State>& thrown) {
  auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
  // The id of a new thread is written when the thread may run already.
  const bool first_acts = callee != nullptr && callee->isDeclaration() && library_of(*callee).sync == Sync::Create;
  const auto touch = [&](State& at) {
    // What is touched on the way to an exception is touched in the other procedure too.
    if (graph.throwing) return;
    for (const std::uint32_t access : accesses_.at(graph.instance, instruction))
      at.node = graph.edge(at.node, locks::Access{locks::AccessId(access)}, site(instruction));
  };
  if (!first_acts) touch(state);
  if (call == nullptr) return {std::move(state)};
  std::vector<State> after = this->call(graph, *call, std::move(state), thrown);
  if (first_acts)
    for (State& one : after) touch(one);
  return after;
}

void FlowBuilder::threads() {
  for (ContextIndex c = 0; c < points_to_.contexts().size(); ++c) {
    const Context& context = points_to_.contexts()[c];
    locks::Thread thread;
    thread.several = multiplicity_.is_several(c);
    thread.forked = context.site != nullptr;
    thread.entry = procedure(context.first, false);
    const bool is_root = context.site == nullptr;  // heddle.start calls the handlers itself
    const bool unwinds = unwinds_threads_ && throws_[context.first];
    if (unwinds || (!is_root && !context.at_end.empty())) {  // the entry function, then what was registered
      locks::Call end;
      for (const InstanceIndex handler : context.at_end)
        if (relevant_[handler]) end.choices.push_back(procedure(handler, false));
      locks::Procedure wrapper;
      wrapper.name = "thread";
      wrapper.nodes = 3, wrapper.entry = 0, wrapper.exit = 2;
      wrapper.edges.push_back({0, is_root ? 2U : 1U, locks::Call{{thread.entry}, false}, 0});
      if (unwinds) wrapper.edges.push_back({0, 1, locks::Call{{procedure(context.first, true)}, false}, 0});
      if (!end.choices.empty()) wrapper.edges.push_back({1, 1, end, 0});
      wrapper.edges.push_back({1, 2, locks::Nothing{}, 0});
      thread.entry = locks::ProcedureId(static_cast<std::uint32_t>(out_.program.procedures.size()));
      out_.program.procedures.push_back(std::move(wrapper));
      out_.instances.push_back(context.first);
    }
    out_.program.threads.push_back(std::move(thread));
  }
}

LockProgram FlowBuilder::build() {
  out_.program.locks = locks_.locks();
  out_.program.accesses = accesses_.infos();
  threads();
  // Filling one may ask for others.
  std::set<std::pair<InstanceIndex, bool>> filled;
  for (bool more = true; more;) {
    more = false;
    const auto known = procedures_;
    for (const auto& [key, id] : known)
      if (filled.insert(key).second) {
        fill(id, key.first, key.second);
        more = true;
      }
  }
  return std::move(out_);
}

}  // namespace heddle::analysis
