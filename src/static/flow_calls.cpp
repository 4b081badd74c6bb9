// What calls do in the program of locks (flow.h).
//   call       functions of the program: their procedures; functions without a body: library
//   library    by the table of library.h: acquires, releases, waits, creations, joins, ends
//   joined     whose end a join proves
#include <algorithm>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/flow_graph.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

// No exception leaves a function that promises so, and C is compiled with that promise.
static bool can_unwind(const CallBase& call) {
  return !call.doesNotThrow() && (isa<InvokeInst>(call) || !call.getFunction()->doesNotThrow());
}

bool unwinds_thread(const CallBase& call, const Function& callee) {
  return callee.isDeclaration() && library_of(callee).sync == Sync::EndThread && can_unwind(call);
}

// Functions of C++ libraries throw unless they promise not to: allocations, joins, what checks its arguments.
bool throws_by_itself(const CallBase& call, const Function& callee) {
  if (!callee.isDeclaration() || callee.isIntrinsic() || !can_unwind(call)) return false;
  const StringRef name = callee.getName();
  return name.starts_with("_Z") || name == "__cxa_throw" || name == "__cxa_rethrow" || name == "__cxa_bad_cast" ||
         name == "__cxa_bad_typeid" || name == kCreate || unwinds_thread(call, callee) || !library_of(callee).known;
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
      if (const auto given = callees.find(&call); given != callees.end()) {
        call_all(graph, call, {given->second.begin(), given->second.end()}, state.node);
        throw_from(graph, call, given->second, state, thrown);
      }
    }
    return library(graph, call, *callee, std::move(state), thrown);
  }
  const Instance& self = points_to_.instances()[graph.instance];
  const auto libraries = self.library.find(&call);  // through a pointer
  if (libraries != self.library.end() &&
      any_of(libraries->second, [&](const Function* callee) { return throws_by_itself(call, *callee); }))
    thrown.push_back(state);
  const auto targets = self.callees.find(&call);
  if (targets == self.callees.end()) return {std::move(state)};  // nothing that can be called: an unknown function
  throw_from(graph, call, targets->second, state, thrown);
  locks::Call normal;
  normal.others = libraries != self.library.end() || self.into_library.contains(&call);
  for (const InstanceIndex target : targets->second) {
    if (relevant_[target])
      normal.choices.push_back(procedure(target, false));
    else
      normal.others = true;
  }
  if (normal.choices.empty()) return {std::move(state)};
  state.node = graph.edge(state.node, normal, site(call));
  return {std::move(state)};
}

// Any of them may end by an exception.
void FlowBuilder::throw_from(Graph& graph, const CallBase& call, const std::set<InstanceIndex>& list,
                             const State& state, std::vector<State>& thrown) {
  if (!can_unwind(call)) return;
  locks::Call action;
  for (const InstanceIndex target : list) {
    if (!throws_[target]) continue;
    if (relevant_[target])
      action.choices.push_back(procedure(target, true));
    else
      action.others = true;
  }
  if (!action.choices.empty())
    thrown.push_back({graph.edge(state.node, action, site(call)), state.facts});
  else if (action.others)
    thrown.push_back(state);
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
      if (const auto given = self.callees.find(&call); given != self.callees.end()) {
        call_all(graph, call, {given->second.begin(), given->second.end()}, inside);
        std::vector<State> left;  // by an exception: it is released then, too
        throw_from(graph, call, given->second, {inside, state.facts}, left);
        for (const State& one : left)
          thrown.push_back({graph.edge(one.node, locks::Release{targets.choices, targets.others}, here), one.facts});
      }
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
    case Sync::JoinedAll:
      for (const locks::ThreadId thread : all_joined(graph.instance, call)) {
        const bool several = multiplicity_.is_several(thread.value);
        state.node = graph.edge(state.node, locks::Join{{thread}, false, /*waits=*/false, /*all=*/several}, here);
      }
      return {std::move(state)};
    case Sync::ThreadGone:
      if (const auto thread = held_thread(graph.instance, call))
        state.node = graph.edge(state.node, locks::Join{{*thread}, false, /*waits=*/false}, here);
      return {std::move(state)};
    case Sync::EndThread:
      if (unwinds_thread(call, callee)) return {};  // it ends when its stack is gone
      call_all(graph, call, points_to_.contexts()[self.context].at_end, state.node);
      graph.edge(state.node, locks::End{}, here);
      return {};
    case Sync::ThreadEndHandlers:
      call_all(graph, call, points_to_.contexts()[self.context].at_end, state.node);
      return {std::move(state)};
    case Sync::ExitHandlers:
      call_all(graph, call, points_to_.contexts()[self.context].at_exit, state.node);
      return {std::move(state)};
    case Sync::EndProcess:  // heddle.finish was called before it (program_start.cpp)
    case Sync::Abort:
      return {};
    case Sync::Blocks:
      out_.blocking.push_back(&call);
      return {std::move(state)};
    default:
      break;
  }
  if (callee.getName() == kPoint) {
    const locks::LabelId point = out_.points[cast<ConstantInt>(call.getArgOperand(0))->getZExtValue()];
    state.node = graph.edge(state.node, locks::Label{point}, here);
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

}  // namespace heddle::analysis
