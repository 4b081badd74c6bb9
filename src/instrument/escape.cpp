// Escape analysis of stack slots (escape.h). `follow` walks the uses of an address within one function;
// `through_call` decides what a call does with it; the constructor iterates the two over the module.
#include "instrument/escape.h"

#include <deque>

#include "instrument/hook_set.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

// How far two places within one object are apart tells nobody where the object is. (The way from one object to another
// does, to whoever knows where the other lies.)
bool is_distance_within(const Instruction& operation) {
  if (operation.getOpcode() != Instruction::Sub) return false;
  auto* left = dyn_cast<PtrToIntInst>(operation.getOperand(0));
  auto* right = dyn_cast<PtrToIntInst>(operation.getOperand(1));
  return left != nullptr && right != nullptr &&
         getUnderlyingObject(left->getPointerOperand(), 0) == getUnderlyingObject(right->getPointerOperand(), 0);
}

bool intrinsic_keeps_nothing(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::assume:
    case Intrinsic::vastart:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:
    case Intrinsic::prefetch:
    case Intrinsic::objectsize:
    case Intrinsic::is_constant:
    case Intrinsic::var_annotation:
      return true;
    default:
      return isa<DbgInfoIntrinsic>(call) || isa<MemIntrinsic>(call);
  }
}

bool intrinsic_returns_argument(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ptr_annotation:
      return true;
    default:
      return false;
  }
}

// A byval parameter is a copy of the caller's object. Anything else may hold an address, in whichever form.
bool may_hold_address(const Argument& argument) { return !argument.hasByValAttr(); }

// A hook, or a function of libatomic that becomes one: what it is given a pointer to is accessed; a number that it is
// given may be stored.
bool keeps_pointers_to_itself(const Function* callee, const Use& use) {
  if (callee == nullptr) return false;
  const std::optional<HookKind> hook = hook_kind(callee);
  if (!hook && !callee->getName().starts_with("__atomic_")) return false;
  return use->getType()->isPointerTy() || (hook && *hook != HookKind::Atomic);
}

}  // namespace

bool is_stack_slot(const Value* value) {
  if (isa<AllocaInst>(value)) return true;
  auto* argument = dyn_cast<Argument>(value);
  return argument != nullptr && argument->hasByValAttr();
}

namespace {

// Where a slot's life begins or ends.
enum class Mark : std::uint8_t { None, Begin, End };
Mark mark_of(const Instruction& instruction) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) return Mark::Begin;
    if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_end) return Mark::End;
  }
  const std::optional<HookKind> kind = hook_kind(instruction);
  return kind == HookKind::StackBegin ? Mark::Begin : kind == HookKind::StackEnd ? Mark::End : Mark::None;
}

struct Uses {
  SmallPtrSet<const Instruction*, 16> begins, ends, accesses;
};

Uses uses_of(const Value* slot) {
  Uses found;
  SmallVector<const Value*, 16> work{slot};
  SmallPtrSet<const Value*, 16> seen{slot};
  while (!work.empty())
    for (const User* user : work.pop_back_val()->users()) {
      auto* instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr) continue;
      const Mark mark = mark_of(*instruction);
      if (mark != Mark::None)
        (mark == Mark::Begin ? found.begins : found.ends).insert(instruction);
      else if (instruction->mayReadOrWriteMemory())
        found.accesses.insert(instruction);
      if (instruction->getType()->isPointerTy() && !isa<LoadInst>(instruction) && seen.insert(instruction).second)
        work.push_back(instruction);
    }
  return found;
}

}  // namespace

bool is_used_after_life(const Value* slot) {
  const Uses uses = uses_of(slot);
  if (uses.ends.empty() || uses.accesses.empty()) return false;
  SmallVector<const Instruction*, 8> work;
  for (const Instruction* end : uses.ends) work.push_back(end->getNextNode());
  SmallPtrSet<const BasicBlock*, 16> entered;
  while (!work.empty()) {
    const Instruction* at = work.pop_back_val();
    const BasicBlock* block = at->getParent();
    while (at != nullptr && !uses.begins.contains(at) && !uses.accesses.contains(at)) at = at->getNextNode();
    if (at != nullptr && uses.accesses.contains(at)) return true;
    if (at != nullptr) continue;  // it lives again
    for (const BasicBlock* next : successors(block))
      if (entered.insert(next).second) work.push_back(&next->front());
  }
  return false;
}

bool is_out_of_sight(const Value* slot) {
  if (is_used_after_life(slot)) return false;
  SmallVector<std::pair<const Value*, bool>, 16> work{{slot, true}};  // the address, and whether it can be no other's
  SmallPtrSet<const Value*, 16> seen{slot};
  while (!work.empty()) {
    auto [pointer, certain] = work.pop_back_val();
    for (const Use& use : pointer->uses()) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      if (user == nullptr) return false;
      if (isa<LoadInst>(user) || isa<ICmpInst>(user)) continue;
      if (isa<PtrToIntInst>(user)) {
        for (const User* number : user->users())
          if (!isa<ICmpInst>(number) && !is_distance_within(*cast<Instruction>(number))) return false;
      } else if (isa<StoreInst>(user)) {
        if (use.getOperandNo() != StoreInst::getPointerOperandIndex()) return false;
      } else if (isa<GetElementPtrInst>(user) || isa<PHINode>(user) || isa<SelectInst>(user) || isa<FreezeInst>(user)) {
        if (!user->getType()->isPointerTy()) return false;
        const bool merges = isa<PHINode>(user) || isa<SelectInst>(user);
        if (seen.insert(user).second) work.push_back({user, certain && !merges});
      } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(user)) {
        if (!intrinsic_keeps_nothing(*intrinsic)) return false;
      } else {
        auto* call = dyn_cast<CallInst>(user);
        const std::optional<HookKind> kind = call == nullptr ? std::nullopt : hook_kind(*call);
        if (!kind || *kind == HookKind::Call) return false;
        if (*kind == HookKind::Atomic && use.getOperandNo() == 0)
          return false;  // others: where the hook finds its operands
        if (!certain && *kind != HookKind::Outside) return false;
      }
    }
  }
  return true;
}

bool is_constant_memory(const Value* pointer) {
  const Value* object = getUnderlyingObject(pointer, 0);
  if (auto* global = dyn_cast<GlobalVariable>(object)) return global->isConstant();
  if (isa<Function>(object)) return true;
  // What a vtable pointer points to. The pointer itself is memory like any other.
  auto* load = dyn_cast<LoadInst>(object);
  if (load == nullptr) return false;
  MDNode* tag = load->getMetadata(LLVMContext::MD_tbaa);
  return tag != nullptr && tag->isTBAAVtableAccess();
}

Escape::Flow Escape::through_call(const CallBase& call, const Use& use) const {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (isa<MemSetInst>(intrinsic) && use.getOperandNo() == 1) return {true, false};  // the byte that it writes
    if (intrinsic_keeps_nothing(*intrinsic)) return {};
    const bool computes = !intrinsic->mayReadOrWriteMemory() || intrinsic_returns_argument(*intrinsic);
    return {!computes, computes};
  }
  if (call.isCallee(&use)) return {};
  if (!call.isArgOperand(&use)) return {true, false};
  unsigned index = call.getArgOperandNo(&use);
  const Function* callee = call.getCalledFunction();
  if (call.isByValArgument(index)) return {};
  if (callees_are_others_ && !hook_kind(callee)) return {true, false};
  if (keeps_pointers_to_itself(callee, use)) return {};
  if (call.doesNotCapture(index)) return {false, call.paramHasAttr(index, Attribute::Returned)};
  if (callee == nullptr || callee->isDeclaration() || index >= callee->arg_size()) return {true, false};
  auto summary = summaries_.find(callee->getArg(index));
  return summary == summaries_.end() ? Flow{true, false} : summary->second;
}

Escape::Flow Escape::follow(const Value* root) const {
  Flow result;
  SmallVector<const Value*, 16> work{root};
  SmallPtrSet<const Value*, 16> seen{root};
  auto visit = [&](const Value* next) {
    if (seen.insert(next).second) work.push_back(next);
  };
  while (!work.empty() && !result.escapes) {
    const Value* pointer = work.pop_back_val();
    for (const Use& use : pointer->uses()) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      if (user == nullptr) return {true, false};
      if (isa<LoadInst>(user) || isa<CmpInst>(user) || isa<BranchInst>(user) || isa<SwitchInst>(user)) continue;
      if (is_distance_within(*user)) continue;
      if (!user->mayReadOrWriteMemory() && !user->isTerminator() && !isa<CallBase>(user)) {
        visit(user);  // whatever is computed from an address may be turned back into it
      } else if (isa<StoreInst>(user) || isa<AtomicRMWInst>(user) || isa<AtomicCmpXchgInst>(user)) {
        unsigned address = isa<StoreInst>(user) ? StoreInst::getPointerOperandIndex() : 0;
        if (use.getOperandNo() != address) result.escapes = true;
      } else if (isa<ReturnInst>(user)) {
        result.returned = true;
      } else if (auto* call = dyn_cast<CallBase>(user)) {
        Flow flow = through_call(*call, use);
        result.escapes |= flow.escapes;
        if (flow.returned) visit(call);
      } else {
        result.escapes = true;
      }
    }
  }
  return result;
}

Escape::Escape(Module& module, bool callees_are_others) : callees_are_others_(callees_are_others) {
  std::deque<Function*> work;
  DenseSet<Function*> waiting;
  auto add = [&](Function* function) {
    if (waiting.insert(function).second) work.push_back(function);
  };
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    for (Argument& argument : function.args())
      if (may_hold_address(argument)) summaries_[&argument] = {};
    add(&function);
  }
  while (!work.empty()) {
    Function* function = work.front();
    work.pop_front();
    waiting.erase(function);
    bool changed = false;
    for (Argument& argument : function->args()) {
      if (!may_hold_address(argument)) continue;
      Flow flow = follow(&argument);
      Flow& known = summaries_[&argument];
      changed |= !(flow == known);
      known = flow;
    }
    if (!changed) continue;
    for (User* user : function->users())
      if (auto* call = dyn_cast<CallBase>(user)) add(call->getFunction());
  }
  for (auto& [argument, flow] : summaries_)
    if (argument->getType()->isPointerTy() && !flow.escapes && !flow.returned)
      const_cast<Argument*>(argument)->addAttr(Attribute::NoCapture);
}

bool Escape::stays_inside(const Value* slot) {
  auto [entry, fresh] = slots_.try_emplace(slot, false);
  if (!fresh) return entry->second;
  Flow flow = follow(slot);
  return slots_[slot] = !flow.escapes && !flow.returned && !is_used_after_life(slot);
}

bool Escape::is_private(const Value* pointer) {
  if (is_constant_memory(pointer)) return true;
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  bool somewhere = false;  // an access to null is announced, so that it faults even if nobody looks at what it reads
  for (const Value* object : objects) {
    if (isa<ConstantPointerNull>(object) || isa<UndefValue>(object)) continue;
    somewhere = true;
    if (!is_constant_memory(object) && (!is_stack_slot(object) || !stays_inside(object))) return false;
  }
  return somewhere;
}

}  // namespace heddle
