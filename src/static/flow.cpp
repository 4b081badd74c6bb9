// See flow.h.
//   find_relevant   which functions matter, which can end by an exception
//   fill            one procedure: blocks, each once for what is known about flags there (branch_facts.h)
//   step            one instruction: its accesses, and if it is a call what that does
//   compress        nodes with nothing but a way on disappear
#include "static/flow.h"

#include <algorithm>
#include <deque>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

// So many versions of a block with different facts; beyond that nothing is taken for known.
constexpr std::size_t kMaxVersions = 8;

const Function* direct_callee(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

const LibraryFunction& library_of(const Function& callee) {
  return library_function({callee.getName().data(), callee.getName().size()});
}

bool throws_by_itself(const CallBase& call, const Function& callee) {
  if (call.doesNotThrow() || !callee.isDeclaration() || callee.isIntrinsic()) return false;
  const StringRef name = callee.getName();
  return name == "__cxa_throw" || name == "__cxa_rethrow" || name == "__cxa_bad_cast" || name == "__cxa_bad_typeid" ||
         name.contains("rethrow_exception") || (name.starts_with("_ZSt") && name.contains("__throw_")) ||
         !library_of(callee).known;
}

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

struct FlowBuilder::Graph {
  InstanceIndex instance = 0;
  bool throwing = false;
  locks::Procedure procedure;
  BranchFacts facts;
  std::map<const BasicBlock*, std::map<Facts, locks::Node>> versions;
  std::deque<std::pair<const BasicBlock*, State>> work;

  Graph(InstanceIndex i, bool t, const Function& function, bool in_detail)
      : instance(i), throwing(t), facts(function, in_detail) {}
  locks::Node add_node() { return procedure.nodes++; }
  locks::Node edge(locks::Node from, locks::Action action, locks::Site site) {
    const locks::Node to = add_node();
    procedure.edges.push_back({from, to, std::move(action), site});
    return to;
  }
  void connect(locks::Node from, locks::Node to) { procedure.edges.push_back({from, to, locks::Nothing{}, 0}); }
  // To the beginning of a block.
  void go(const BasicBlock& from, const BasicBlock& to, const State& state) {
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

FlowBuilder::FlowBuilder(PointsTo& points_to, const Multiplicity& multiplicity, const AccessTable& accesses,
                         const LockTable& locks, const std::vector<SourceLine>& points, bool locks_may_fail)
    : points_to_(points_to),
      multiplicity_(multiplicity),
      accesses_(accesses),
      locks_(locks),
      points_(points),
      locks_may_fail_(locks_may_fail),
      names_(*points_to.contexts()[0].entry->getParent()) {
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

std::vector<locks::LabelId> FlowBuilder::labels_at(const Instruction& instruction) const {
  std::vector<locks::LabelId> result;
  if (points_.empty() || !instruction.getDebugLoc() || isa<DbgInfoIntrinsic>(instruction)) return result;
  const std::vector<SourcePosition> frames = names_.frames(instruction.getDebugLoc().get(), *instruction.getFunction());
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (any_of(frames, [&](const SourcePosition& frame) {
          if (!points_[i].function.empty()) return frame.function == points_[i].function;
          return frame.line == points_[i].line && frame.file == points_[i].file;
        }))
      result.push_back(out_.points[i]);
  return result;
}

bool FlowBuilder::acts(InstanceIndex index) const {
  for (const Instruction& instruction : instructions(*points_to_.instances()[index].function)) {
    if (!labels_at(instruction).empty()) return true;
    if (!accesses_.at(index, instruction).empty()) return true;
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) continue;
    const Sync sync = library_of(*callee).sync;
    if (sync != Sync::Nothing && sync != Sync::Abort && sync != Sync::Self) return true;
    if (callee->getName() == "heddle_label") return true;
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
      auto* call = dyn_cast<CallInst>(&instruction);
      const Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (isa<ResumeInst>(instruction) || (callee != nullptr && throws_by_itself(*call, *callee)))
        if (!throws_[i]) throws_[i] = true, throwing.push_back(i);
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
      if (!throws_[caller] && isa<CallInst>(call) && !call->doesNotThrow())
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
    return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() &&
           library_of(*callee).sync != Sync::Nothing;
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
  for (const locks::LabelId label : labels_at(instruction))
    state.node = graph.edge(state.node, locks::Label{label}, site(instruction));
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

std::vector<FlowBuilder::State> FlowBuilder::call(Graph& graph, const CallBase& call, State state,
                                                  std::vector<State>& thrown) {
  if (call.isInlineAsm()) return {std::move(state)};
  if (const Function* callee = direct_callee(call); callee != nullptr && callee->isIntrinsic())
    return {std::move(state)};
  if (const Function* callee = direct_callee(call); callee != nullptr && callee->isDeclaration()) {
    // It may have been given functions that it calls.
    if (library_of(*callee).sync != Sync::Once) {
      const auto& callees = points_to_.instances()[graph.instance].callees;
      if (const auto given = callees.find(&call); given != callees.end())
        call_all(graph, call, {given->second.begin(), given->second.end()}, state.node);
    }
    return library(graph, call, *callee, std::move(state), thrown);
  }
  const auto& callees = points_to_.instances()[graph.instance].callees;
  const auto targets = callees.find(&call);
  if (targets == callees.end()) return {std::move(state)};  // nothing that can be called: an unknown function
  locks::Call normal, throwing;
  for (const InstanceIndex target : targets->second) {
    if (relevant_[target])
      normal.choices.push_back(procedure(target, false));
    else
      normal.others = true;
    if (!throws_[target] || call.doesNotThrow()) continue;
    if (relevant_[target])
      throwing.choices.push_back(procedure(target, true));
    else
      throwing.others = true;
  }
  if (!throwing.choices.empty())
    thrown.push_back({graph.edge(state.node, throwing, site(call)), state.facts});
  else if (throwing.others)
    thrown.push_back(state);
  if (normal.choices.empty()) return {std::move(state)};
  state.node = graph.edge(state.node, normal, site(call));
  return {std::move(state)};
}

// Any of them, any number of times.
void FlowBuilder::call_all(Graph& graph, const Instruction& place, const std::vector<InstanceIndex>& list,
                           locks::Node node) {
  locks::Call action;
  for (const InstanceIndex target : list)
    if (relevant_[target]) action.choices.push_back(procedure(target, false));
  if (action.choices.empty()) return;
  graph.connect(graph.edge(node, action, site(place)), node);
}

std::vector<FlowBuilder::State> FlowBuilder::acquire(Graph& graph, const CallBase& call,
                                                     const LibraryFunction& function, State state) {
  const LockTargets targets = locks_.targets(graph.instance, call.getArgOperand(function.lock));
  const bool guard = function.sync == Sync::GuardAcquire;
  const bool may_fail = function.tries || guard || locks_may_fail_;
  locks::Acquire action{targets.choices,
                        function.sync == Sync::AcquireShared ? locks::Mode::kShared : locks::Mode::kExclusive,
                        function.tries, targets.others};
  State success{graph.edge(state.node, action, site(call)), state.facts};
  if (!may_fail) return {std::move(success)};
  if (graph.facts.in_detail() && call.getType()->isIntegerTy()) {
    success.facts[&call] = guard;
    state.facts[&call] = !guard;
  }
  // The guard of a variable that exists already: nothing was acquired.
  state.node = graph.edge(state.node, locks::Nothing{}, site(call));
  return {std::move(success), std::move(state)};
}

// The creation that wrote the id which a join reads, where straight code leads from one to the other.
const CallBase* FlowBuilder::creation_before(const CallBase& join) {
  auto* load = dyn_cast<LoadInst>(join.getArgOperand(0));
  if (load == nullptr || !isa<AllocaInst>(load->getPointerOperand())) return nullptr;
  const Value* slot = load->getPointerOperand();
  const BasicBlock* block = load->getParent();
  const Instruction* at = load->getPrevNode();
  for (int blocks = 0; block != nullptr && blocks < 16; ++blocks) {
    for (; at != nullptr; at = at->getPrevNode()) {
      if (auto* store = dyn_cast<StoreInst>(at);
          store != nullptr && getUnderlyingObject(store->getPointerOperand()) == slot)
        return nullptr;
      auto* call = dyn_cast<CallBase>(at);
      if (call == nullptr || isa<IntrinsicInst>(call)) continue;
      const Function* callee = direct_callee(*call);
      if (callee == nullptr || !callee->isDeclaration() || !library_of(*callee).known) return nullptr;
      const bool names_slot = any_of(call->args(), [&](const Use& use) { return getUnderlyingObject(use) == slot; });
      if (names_slot)
        return library_of(*callee).sync == Sync::Create && call->getArgOperand(0) == slot ? call : nullptr;
    }
    block = block->getSinglePredecessor();
    if (block != nullptr) at = block->getTerminator();
  }
  return nullptr;
}

std::vector<locks::ThreadId> FlowBuilder::joined(InstanceIndex instance, const CallBase& call, bool by_object,
                                                 bool& others) {
  std::set<ContextIndex> found;
  const auto look = [&](const LocationSet& set) {
    for (const LocationIndex location : set) {
      const Object& object = points_to_.locations().object(points_to_.locations()[location].object);
      if (object.kind == Object::Kind::Handle)
        found.insert(object.context);
      else
        others = true;
    }
  };
  const LocationSet& given = points_to_.targets(instance, call.getArgOperand(0));
  if (by_object) {
    for (const LocationIndex location : given)
      if (const LocationSet* stored = points_to_.graph().stored(location)) look(*stored);
  } else {
    look(given);
  }
  if (const CallBase* creation = by_object ? nullptr : creation_before(call)) {
    const auto& starts = points_to_.instances()[instance].starts;
    if (const auto started = starts.find(creation); started != starts.end() && started->second.size() == 1) {
      found = {started->second.begin(), started->second.end()};
      others = false;
    }
  }
  if (found.empty()) others = true;
  if (others)  // it could be any
    for (ContextIndex c = 0; c < points_to_.contexts().size(); ++c) found.insert(c);
  std::vector<locks::ThreadId> result;
  for (const ContextIndex context : found) result.push_back(locks::ThreadId(context));
  return result;
}

std::vector<FlowBuilder::State> FlowBuilder::library(Graph& graph, const CallBase& call, const Function& callee,
                                                     State state, std::vector<State>& thrown) {
  const LibraryFunction& function = library_of(callee);
  const locks::Site here = site(call);
  const Instance& self = points_to_.instances()[graph.instance];
  if (throws_by_itself(call, callee)) thrown.push_back(state);
  switch (function.sync) {
    case Sync::Acquire:
    case Sync::AcquireShared:
    case Sync::GuardAcquire:
      return acquire(graph, call, function, std::move(state));
    case Sync::AcquireAll: {
      locks::AcquireAll action;
      for (const Use& argument : call.args()) {
        const LockTargets targets = locks_.targets(graph.instance, argument);
        const bool one =
            targets.choices.size() == 1 && !targets.others && locks_.locks()[targets.choices[0].index()].concrete;
        if (one && std::find(action.locks.begin(), action.locks.end(), targets.choices[0]) == action.locks.end())
          action.locks.push_back(targets.choices[0]);
        else
          action.others = true;
      }
      state.node = graph.edge(state.node, action, here);
      return {std::move(state)};
    }
    case Sync::Release:
    case Sync::GuardRelease: {
      const LockTargets targets = locks_.targets(graph.instance, call.getArgOperand(function.lock));
      state.node = graph.edge(state.node, locks::Release{targets.choices, targets.others}, here);
      return {std::move(state)};
    }
    case Sync::Wait: {
      const LockTargets targets = locks_.targets(graph.instance, call.getArgOperand(function.lock));
      state.node = graph.edge(state.node, locks::Wait{targets.choices, targets.others}, here);
      out_.blocking.push_back(&call);
      return {std::move(state)};
    }
    case Sync::Once: {
      const LockTargets targets = locks_.targets(graph.instance, call.getArgOperand(0));
      const locks::Node inside =
          graph.edge(state.node, locks::Acquire{targets.choices, locks::Mode::kExclusive, false, targets.others}, here);
      if (const auto given = self.callees.find(&call); given != self.callees.end())
        call_all(graph, call, {given->second.begin(), given->second.end()}, inside);
      const locks::Node after = graph.edge(inside, locks::Release{targets.choices, targets.others}, here);
      graph.connect(state.node, after);  // somebody has done it before
      state.node = after;
      return {std::move(state)};
    }
    case Sync::Create: {
      const auto started = self.starts.find(&call);
      if (started == self.starts.end()) return {std::move(state)};
      const locks::Node after = graph.add_node();
      for (const ContextIndex context : started->second)
        graph.connect(graph.edge(state.node, locks::Fork{locks::ThreadId(context)}, here), after);
      state.node = after;
      return {std::move(state)};
    }
    case Sync::JoinId:
    case Sync::JoinThread: {
      locks::Join action;
      action.choices = joined(graph.instance, call, function.sync == Sync::JoinThread, action.others);
      state.node = graph.edge(state.node, action, here);
      return {std::move(state)};
    }
    case Sync::EndThread:
      call_all(graph, call, points_to_.contexts()[self.context].at_end, state.node);
      graph.edge(state.node, locks::End{}, here);
      return {};
    case Sync::EndProcess:
      call_all(graph, call, points_to_.contexts()[self.context].at_exit, state.node);
      return {};
    case Sync::ExitHandlers:
      call_all(graph, call, points_to_.contexts()[self.context].at_exit, state.node);
      return {std::move(state)};
    case Sync::Abort:
      return {};
    case Sync::Blocks:
      out_.blocking.push_back(&call);
      return {std::move(state)};
    default:
      break;
  }
  if (callee.getName() == "heddle_label" && !call.arg_empty()) {
    StringRef text;
    if (getConstantStringInfo(call.getArgOperand(0), text)) {
      const auto [entry, fresh] =
          label_numbers_.try_emplace(text.str(), locks::LabelId(static_cast<std::uint32_t>(out_.labels.size())));
      if (fresh) out_.labels.push_back(text.str());
      state.node = graph.edge(state.node, locks::Label{entry->second}, here);
    }
  }
  if (callee.doesNotReturn() || call.doesNotReturn()) return {};
  return {std::move(state)};
}

void FlowBuilder::threads() {
  for (ContextIndex c = 0; c < points_to_.contexts().size(); ++c) {
    const Context& context = points_to_.contexts()[c];
    locks::Thread thread;
    thread.several = multiplicity_.is_several(c);
    thread.forked = context.site != nullptr;
    thread.entry = procedure(context.first, false);
    if (!context.at_end.empty()) {  // the entry function, then what was registered
      locks::Call end;
      for (const InstanceIndex handler : context.at_end)
        if (relevant_[handler]) end.choices.push_back(procedure(handler, false));
      locks::Procedure wrapper;
      wrapper.name = "thread";
      wrapper.nodes = 3, wrapper.entry = 0, wrapper.exit = 2;
      wrapper.edges.push_back({0, 1, locks::Call{{thread.entry}, false}, 0});
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
