// Calls through pointers, when the optimiser is done. What they reach inside the program is hooked already; what lies
// outside of the program's image (a library function, or a virtual function inside a shared library) is shown to the
// machine before it is called, with the pointers that it is given. The machine names the function to call instead:
//
//   target = function;
//   if (target - kImageBase >= kImageSize) {                        one comparison, predicted
//     heddle_call_site = site                                       only here: a round of a loop that stays in the
//     program
//                                                                   has called nobody outside (machine/spin.cpp)
//     heddle_write_range(room for a structure that comes back)
//     target = heddle_indirect_call(function);
//     heddle_external_pointer(argument); ...
//   }
//   target(argument, ...);
//
// Nothing may come between the last two hooks and the call: the machine keeps in mind which call is meant, and an
// access can be a place where another thread goes on.
//
// This comes last, because before it would keep the optimiser from seeing that a pointer is a known function. Calls
// that it has made direct ones for that reason are looked at all the same: nobody has announced them.
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "model/address_space.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kThroughPointer = "heddle-through-pointer";

bool leads_outside(const Context& context, const CallBase& call) {
  if (!call.hasFnAttr(kThroughPointer) || call.isInlineAsm()) return false;
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) return true;
  return callee->isDeclaration() && !callee->isIntrinsic() && !hook_kind(callee) &&
         context.policy(callee->getName()) == SymbolPolicy::Unknown;
}

// What call_hooks.cpp has put before the call: the store of its site.
StoreInst* site_of(HookSet& hooks, CallBase& call) {
  for (Instruction* before = call.getPrevNode(); before != nullptr; before = before->getPrevNode()) {
    auto* store = dyn_cast<StoreInst>(before);
    if (store != nullptr && store->getPointerOperand() == hooks.call_site()) return store;
    if (before->mayReadFromMemory() && isa<CallBase>(before)) return nullptr;
  }
  return nullptr;
}

void ask(HookSet& hooks, CallBase& call) {
  StoreInst* const site_store = site_of(hooks, call);
  Value* function = call.getCalledOperand();
  IRBuilder<> builder(&call);
  Value* offset =
      builder.CreateSub(builder.CreatePtrToInt(function, builder.getInt64Ty()), builder.getInt64(kImageBase));
  Value* outside = builder.CreateICmpUGE(offset, builder.getInt64(kImageSize));
  BasicBlock* before = call.getParent();
  Instruction* end = SplitBlockAndInsertIfThen(outside, &call, /*Unreachable=*/false,
                                               MDBuilder(call.getContext()).createBranchWeights(1, 2000));
  if (site_store != nullptr) site_store->moveBefore(end);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  if (call.hasStructRetAttr()) {
    const TypeSize size = call.getModule()->getDataLayout().getTypeAllocSize(call.getParamStructRetType(0));
    Value* site = builder.CreateLoad(builder.getInt32Ty(), hooks.call_site());
    hooks.call(builder, "heddle_write_range", {call.getArgOperand(0), builder.getInt64(size), site});
    builder.CreateStore(site, hooks.call_site());  // a thread that comes back has none
  }
  Value* chosen = hooks.call(builder, "heddle_indirect_call", {function});
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument) || call.isByValArgument(i)) continue;
    hooks.call(builder, "heddle_external_pointer", {argument});
  }
  builder.SetInsertPoint(&call);
  PHINode* target = builder.CreatePHI(function->getType(), 2);
  target->addIncoming(function, before);
  target->addIncoming(chosen, end->getParent());
  call.setCalledOperand(target);
}

}  // namespace

void mark_call_through_pointer(CallBase& call) { call.addFnAttr(Attribute::get(call.getContext(), kThroughPointer)); }

void hook_indirect_calls(Context& context) {
  std::vector<CallBase*> calls;
  for (Function& function : context.module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && leads_outside(context, *call))
        calls.push_back(call);
  for (CallBase* call : calls) ask(context.hooks, *call);
}

}  // namespace heddle
