// See multiplicity.h. A function runs once if it is called from one place, which is not on a cycle of its function and
// whose function runs once; a recursion is found while it is being answered and is not once.
#include "static/multiplicity.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"

namespace heddle::analysis {

using namespace llvm;

Multiplicity::Multiplicity(PointsTo& points_to, bool endless_roots)
    : points_to_(points_to),
      endless_roots_(endless_roots),
      callers_(points_to.instances().size()),
      called_at_end_(points_to.instances().size()),
      once_(points_to.instances().size(), -1),
      several_(points_to.contexts().size(), -1) {
  for (InstanceIndex i = 0; i < callers_.size(); ++i)
    for (const auto& [call, callees] : points_to.instances()[i].callees)
      for (const InstanceIndex callee : callees) callers_[callee].push_back({i, call});
  for (const Context& context : points_to.contexts())
    for (const auto* list : {&context.at_end, &context.at_exit})
      for (const InstanceIndex handler : *list) called_at_end_[handler] = true;
  for (InstanceIndex i = 0; i < callers_.size(); ++i) find_once(i);
  for (ContextIndex c = 0; c < several_.size(); ++c) find_several(c);
}

bool Multiplicity::in_cycle(const BasicBlock& block) const {
  const Function* function = block.getParent();
  const auto [entry, fresh] = cycles_.try_emplace(function);
  if (fresh)
    for (auto component = scc_begin(function); !component.isAtEnd(); ++component)
      if (component.hasCycle()) entry->second.insert(component->begin(), component->end());
  return entry->second.contains(&block);
}

bool Multiplicity::find_several(ContextIndex index) {
  if (several_[index] >= 0) return several_[index] == 1;
  if (several_[index] == -2) return true;
  several_[index] = -2;
  const Context& context = points_to_.contexts()[index];
  bool several = endless_roots_;
  if (context.site != nullptr) {
    several = context.creators.size() != 1 || context.many_sites;
    if (!several) {
      const InstanceIndex creator = *context.creators.begin();
      // The context of the creator is another one, or the thread creates its like.
      several = points_to_.instances()[creator].context == index || !find_once(creator) ||
                in_cycle(*context.site->getParent()) || find_several(points_to_.instances()[creator].context);
      // One place that starts threads of several kinds: each at most once still.
    }
  }
  several_[index] = several ? 1 : 0;
  return several;
}

bool Multiplicity::find_once(InstanceIndex index) {
  if (once_[index] >= 0) return once_[index] == 1;
  if (once_[index] == -2) return false;
  once_[index] = -2;
  const ContextIndex context = points_to_.instances()[index].context;
  const bool entry = points_to_.contexts()[context].first == index;
  bool once = false;
  if (entry && callers_[index].empty() && !called_at_end_[index])
    once = !find_several(context);
  else if (!entry && callers_[index].size() == 1 && !called_at_end_[index]) {
    const Caller& caller = callers_[index][0];
    once = !in_cycle(*caller.call->getParent()) && find_once(caller.instance);
  } else if (!entry && callers_[index].empty() && called_at_end_[index]) {
    once = false;
  }
  once_[index] = once ? 1 : 0;
  return once;
}

bool Multiplicity::is_single(ObjectIndex index) const {
  const Object& object = points_to_.locations().object(index);
  switch (object.kind) {
    case Object::Kind::Global:
      return true;
    case Object::Kind::Stack:
    case Object::Kind::Heap:
      break;
    default:
      return false;
  }
  if (auto* instruction = dyn_cast<Instruction>(object.value)) return happens_once(object.owner, *instruction);
  return runs_once(object.owner);
}

}  // namespace heddle::analysis
