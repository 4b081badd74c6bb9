// Lifetimes of stack slots: heddle_stack_begin when one comes to life that hooks can touch, be it in a function that got
// its address; heddle_stack_end when one dies whose address may live on. clang marks scopes with llvm.lifetime; slots without marks (parameters passed by value, variable-length
// arrays) live from their allocation to the end of the function, or to the llvm.stackrestore that drops them.
//
// A frame left by an exception that has nothing to clean up sends no end: machine/unwinding.cpp. Of what became inlined
// into the frame that catches it, the next begin over the same bytes is as good as one.
#include "instrument/context.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

class StackHooks {
 public:
  StackHooks(Context& context, Function& function)
      : context_(context), function_(function), layout_(context.module.getDataLayout()) {
    for (BasicBlock& block : function) {
      Instruction* last = block.getTerminator();
      if (!isa<ReturnInst>(last) && !isa<ResumeInst>(last)) continue;
      CallInst* tail = block.getTerminatingMustTailCall();  // nothing may stand between it and the return
      exits_.push_back(tail != nullptr ? tail : last);
    }
  }

  void slot(AllocaInst& slot) {
    variable_ = variable_of(context_, &function_, &slot);
    lives_on_ = !context_.escape.stays_inside(&slot);
    std::vector<IntrinsicInst*> begins, ends;
    for (User* user : slot.users())
      if (auto* mark = dyn_cast<IntrinsicInst>(user)) {
        if (mark->getIntrinsicID() == Intrinsic::lifetime_start) begins.push_back(mark);
        if (mark->getIntrinsicID() == Intrinsic::lifetime_end) ends.push_back(mark);
      }
    if (begins.empty()) return unmarked(slot);
    for (IntrinsicInst* mark : begins) begin(*mark->getNextNode(), slot, bytes_of(slot, *mark), mark->getDebugLoc());
    for (IntrinsicInst* mark : ends) end(*mark, slot, bytes_of(slot, *mark));
  }

  void parameter(Argument& argument) {
    variable_ = variable_of(context_, &function_, &argument);
    lives_on_ = !context_.escape.stays_inside(&argument);
    Value* bytes = number(layout_.getTypeAllocSize(argument.getParamByValType()));
    Instruction& first = *function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> builder(&first);
    context_.hooks.call(builder, "heddle_parameter_begin", {&argument, bytes, builder.getInt32(variable_)});
    for (Instruction* exit : exits_) end(*exit, argument, bytes);
  }

 private:
  Value* number(std::uint64_t value) { return ConstantInt::get(Type::getInt64Ty(function_.getContext()), value); }

  Value* bytes_of(AllocaInst& slot, Instruction& before) {
    std::uint64_t element = layout_.getTypeAllocSize(slot.getAllocatedType());
    if (auto* count = dyn_cast<ConstantInt>(slot.getArraySize())) return number(element * count->getZExtValue());
    IRBuilder<> builder(&before);
    Value* count = builder.CreateZExtOrTrunc(slot.getArraySize(), builder.getInt64Ty());
    return builder.CreateMul(count, number(element));
  }

  void unmarked(AllocaInst& slot) {
    Instruction* place = slot.getNextNode();
    Instruction* first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    if (slot.isStaticAlloca() && slot.comesBefore(first)) place = first;
    Value* bytes = bytes_of(slot, *place);
    begin(*place, slot, bytes, slot.getDebugLoc());
    if (slot.isStaticAlloca()) {
      for (Instruction* exit : exits_) end(*exit, slot, bytes);
      return;
    }
    if (!dominators_) dominators_.emplace(function_);
    if (IntrinsicInst* restore = restoring(slot)) return end(*restore, slot, bytes);
    for (Instruction* exit : exits_)
      if (dominators_->dominates(&slot, exit)) end(*exit, slot, bytes);
  }

  // The llvm.stackrestore that ends a variable-length array: of a stack saved before it.
  IntrinsicInst* restoring(AllocaInst& slot) {
    for (Instruction& instruction : instructions(function_)) {
      auto* restore = dyn_cast<IntrinsicInst>(&instruction);
      if (restore == nullptr || restore->getIntrinsicID() != Intrinsic::stackrestore) continue;
      const Value* saved = restore->getArgOperand(0);
      if (auto* load = dyn_cast<LoadInst>(saved)) saved = load->getPointerOperand();
      auto* save = dyn_cast<Instruction>(saved);
      if (save != nullptr && dominators_->dominates(save, &slot) && dominators_->dominates(&slot, restore))
        return restore;
    }
    return nullptr;
  }

  void begin(Instruction& before, Value& slot, Value* bytes, DebugLoc location) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(location);
    context_.hooks.call(builder, "heddle_stack_begin", {&slot, bytes, builder.getInt32(variable_)});
  }

  void end(Instruction& before, Value& slot, Value* bytes) {
    if (!lives_on_) return;
    IRBuilder<> builder(&before);
    context_.hooks.call(builder, "heddle_stack_end", {&slot, bytes, builder.getInt32(context_.site(before))});
  }

  Context& context_;
  Function& function_;
  const DataLayout& layout_;
  std::vector<Instruction*> exits_;
  std::optional<DominatorTree> dominators_;
  std::uint32_t variable_ = 0;
  bool lives_on_ = false;  // the address of the slot at hand may be somewhere when it dies
};

}  // namespace

void hook_stack(Context& context, Function& function) {
  std::vector<AllocaInst*> slots;
  std::vector<IntrinsicInst*> argument_lists;
  for (Instruction& instruction : instructions(function)) {
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot != nullptr && !is_out_of_sight(slot)) slots.push_back(slot);
    auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::vastart) argument_lists.push_back(intrinsic);
  }
  StackHooks hooks(context, function);
  for (AllocaInst* slot : slots) hooks.slot(*slot);
  for (Argument& argument : function.args())
    if (argument.hasByValAttr() && !is_out_of_sight(&argument)) hooks.parameter(argument);
  for (IntrinsicInst* start : argument_lists) {
    IRBuilder<> builder(start->getNextNode());
    context.hooks.call(builder, "heddle_arguments_begin", {start->getArgOperand(0)});
  }
}

}  // namespace heddle
