// See lock_table.h; what kind of lock each is: lock_kinds.cpp.
#include "static/lock_table.h"

#include <algorithm>

#include "llvm/IR/InstIterator.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

const Function* library_callee(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  auto* callee =
      call == nullptr ? nullptr : dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() ? callee : nullptr;
}

}  // namespace

LockTable::LockTable(PointsTo& points_to, const Multiplicity& multiplicity)
    : points_to_(points_to), multiplicity_(multiplicity) {
  for (InstanceIndex i = 0; i < points_to.instances().size(); ++i) collect(i);
  find_kinds();
}

void LockTable::collect(InstanceIndex index) {
  for (const Instruction& instruction : instructions(*points_to_.instances()[index].function)) {
    const Function* callee = library_callee(instruction);
    if (callee == nullptr) continue;
    const auto& call = cast<CallBase>(instruction);
    const LibraryFunction& function = library_function({callee->getName().data(), callee->getName().size()});
    switch (function.sync) {
      case Sync::Acquire:
      case Sync::AcquireShared:
      case Sync::Release:
      case Sync::Wait:
      case Sync::Once:
      case Sync::GuardAcquire:
      case Sync::GuardRelease:
        if (function.lock < call.arg_size()) add(index, call, call.getArgOperand(function.lock));
        break;
      case Sync::AcquireAll:
        for (const Use& argument : call.args()) add(index, call, argument);
        break;
      default:
        break;
    }
  }
}

void LockTable::add(InstanceIndex instance, const CallBase& call, const Value* pointer) {
  bool unknown = true;
  for (const LocationIndex place : points_to_.targets(instance, pointer)) {
    const Location& location = points_to_.locations()[place];
    if (location.object == points_to_.outside()) {
      unknown = true;
      break;
    }
    unknown = false;
    const auto [entry, fresh] = known_.try_emplace(place, locks::LockId(static_cast<std::uint32_t>(locks_.size())));
    if (!fresh) continue;
    locks::Lock lock;
    lock.concrete = location.exact() && multiplicity_.is_single(location.object);
    locks_.push_back(lock);
    places_.push_back(place);
    by_object_[location.object].push_back(entry->second);
  }
  if (unknown) unknown_.push_back(&call);
}

LockTargets LockTable::targets(InstanceIndex instance, const Value* pointer) const {
  LockTargets result;
  const LocationSet& set = points_to_.targets(instance, pointer);
  result.others = set.empty();
  for (const LocationIndex place : set) {
    const Location& location = points_to_.locations()[place];
    if (location.object == points_to_.outside()) result.others = true;
    // Others of the same object that it can be.
    if (const auto same = by_object_.find(location.object); same != by_object_.end())
      for (const locks::LockId lock : same->second) {
        const Location& other = points_to_.locations()[places_[lock.index()]];
        if (places_[lock.index()] == place ||
            ((!other.exact() || !location.exact()) && may_overlap(location, 1, other, 1)))
          result.choices.push_back(lock);
      }
  }
  std::sort(result.choices.begin(), result.choices.end());
  result.choices.erase(std::unique(result.choices.begin(), result.choices.end()), result.choices.end());
  return result;
}

}  // namespace heddle::analysis
