// See fresh.h.
#include "static/fresh.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

const CallBase* allocation_of(const Value* pointer) {
  auto* call = dyn_cast<CallBase>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return nullptr;
  const StringRef name = callee->getName();
  const LibraryFunction& function = library_function({name.data(), name.size()});
  return function.flow == Flow::Fresh && !name.starts_with("__cxa_") ? call : nullptr;
}

// Is there a way from one instruction to the other that does not pass the third?
bool leads_to(const Instruction& from, const Instruction& to, const Instruction& without) {
  SmallPtrSet<const BasicBlock*, 16> seen;
  std::vector<const BasicBlock*> work;
  const auto look = [&](const Instruction* at) {
    for (; at != nullptr; at = at->getNextNode()) {
      if (at == &without) return false;
      if (at == &to) return true;
      if (at->isTerminator())
        for (const BasicBlock* next : successors(at->getParent()))
          if (seen.insert(next).second) work.push_back(next);
    }
    return false;
  };
  if (from.isTerminator()) {
    for (const BasicBlock* next : successors(from.getParent()))
      if (seen.insert(next).second) work.push_back(next);
  } else if (look(from.getNextNode())) {
    return true;
  }
  while (!work.empty()) {
    const BasicBlock* block = work.back();
    work.pop_back();
    if (look(&block->front())) return true;
  }
  return false;
}

bool is_weaker(AtomicOrdering order, AtomicOrdering wanted) { return !isAtLeastOrStrongerThan(order, wanted); }

}  // namespace

const FreshBlocks::Uses& FreshBlocks::uses_of(const CallBase& allocation) {
  const auto [entry, first] = uses_.try_emplace(&allocation);
  if (!first) return entry->second;
  std::vector<const Value*> pointers{&allocation};
  while (!pointers.empty()) {
    const Value* pointer = pointers.back();
    pointers.pop_back();
    for (const User* user : pointer->users()) {
      auto* instruction = cast<Instruction>(user);
      if (isa<GetElementPtrInst>(instruction)) {
        pointers.push_back(instruction);
        continue;
      }
      auto* store = dyn_cast<StoreInst>(instruction);
      if (isa<LoadInst>(instruction) || isa<ICmpInst>(instruction) || isa<AnyMemIntrinsic>(instruction) ||
          instruction->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(instruction))
        continue;
      if (store != nullptr && store->getValueOperand() != pointer) continue;
      if (auto* call = dyn_cast<CallBase>(instruction); call != nullptr && call->getCalledFunction() != nullptr) {
        const StringRef name = call->getCalledFunction()->getName();
        if (call->getCalledFunction()->isDeclaration() && library_function({name.data(), name.size()}).is_free &&
            !name.starts_with("realloc"))
          continue;
      }
      entry->second.shown.push_back(instruction);
    }
  }
  return entry->second;
}

bool FreshBlocks::is_carried_by_atomics(ObjectIndex object) {
  if (!carried_) {
    carried_.emplace();
    const auto carry = [&](InstanceIndex index, const Value* value) {
      if (!may_hold_pointer(value->getType())) return;
      for (const LocationIndex location : points_to_.targets(index, value))
        carried_->insert(points_to_.locations()[location].object);
    };
    for (InstanceIndex i = 0; i < points_to_.instances().size(); ++i)
      for (const Instruction& instruction : instructions(*points_to_.instances()[i].function)) {
        if (auto* load = dyn_cast<LoadInst>(&instruction); load != nullptr && load->isAtomic()) {
          if (is_weaker(load->getOrdering(), AtomicOrdering::Acquire)) carry(i, load);
        } else if (auto* store = dyn_cast<StoreInst>(&instruction); store != nullptr && store->isAtomic()) {
          if (is_weaker(store->getOrdering(), AtomicOrdering::Release)) carry(i, store->getValueOperand());
        } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
          if (is_weaker(update->getOrdering(), AtomicOrdering::AcquireRelease)) {
            carry(i, update);
            carry(i, update->getValOperand());
          }
        } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
          carry(i, exchange->getNewValOperand());
          carry(i, exchange->getCompareOperand());
        } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
          // The orders of the library's functions are not looked at.
          const Function* callee = call->getCalledFunction();
          if (callee != nullptr && callee->getName().starts_with("__atomic_"))
            for (const Use& argument : call->args()) {
              carry(i, argument);
              if (argument->getType()->isPointerTy())
                for (const LocationIndex place : points_to_.targets(i, argument))
                  if (const LocationSet* stored = points_to_.graph().stored(place))
                    for (const LocationIndex one : *stored) carried_->insert(points_to_.locations()[one].object);
            }
        }
      }
  }
  return carried_->contains(object);
}

bool FreshBlocks::is_fresh(InstanceIndex instance, const Instruction& place, const Value* pointer) {
  const CallBase* allocation = allocation_of(pointer);
  if (allocation == nullptr || allocation->getFunction() != place.getFunction()) return false;
  const auto& objects = points_to_.instances()[instance].objects;
  const auto object = objects.find(allocation);
  if (object == objects.end() || is_carried_by_atomics(object->second)) return false;
  return none_of(uses_of(*allocation).shown,
                 [&](const Instruction* shown) { return shown == &place || leads_to(*shown, place, *allocation); });
}

const CallBase* FreshBlocks::is_handed_to(const CallBase& allocation) {
  const std::vector<const Instruction*>& shown = uses_of(allocation).shown;
  if (shown.size() != 1) return nullptr;
  auto* creation = dyn_cast<CallBase>(shown.front());
  const Function* callee = creation == nullptr ? nullptr : creation->getCalledFunction();
  if (callee == nullptr || (callee->getName() != "pthread_create" && callee->getName() != kCreate)) return nullptr;
  for (unsigned i = 0; i < creation->arg_size(); ++i)
    if ((allocation_of(creation->getArgOperand(i)) == &allocation) != (i == 3)) return nullptr;
  return leads_to(*creation, *creation, allocation) ? nullptr : creation;
}

}  // namespace heddle::analysis
