// Lifetimes of stack slots that other threads may reach: heddle_stack_begin when one comes to life, heddle_stack_end
// when it dies. clang marks scopes with llvm.lifetime; slots without marks (parameters passed by value, variable-length
// arrays) live from their allocation to the end of the function, or to the llvm.stackrestore that drops them.
//
// A frame left by an exception that has nothing to clean up, or by longjmp, sends no end. The next begin over the same
// bytes is as good as one.
#include "instrument/context.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
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
    variable_ = add_variable(slot, slot.getAllocatedType());
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
    variable_ = add_variable(argument, argument.getParamByValType());
    Value* bytes = number(layout_.getTypeAllocSize(argument.getParamByValType()));
    Instruction& first = *function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    begin(first, argument, bytes, first.getDebugLoc());
    for (Instruction* exit : exits_) end(*exit, argument, bytes);
  }

 private:
  Value* number(std::uint64_t value) { return ConstantInt::get(Type::getInt64Ty(function_.getContext()), value); }

  std::uint32_t add_variable(const Value& slot, Type* type) {
    Variable variable;
    variable.size = layout_.getTypeAllocSize(type);
    const DILocalVariable* source = slot_variable(&slot);
    if (source == nullptr) source = handed_parameter(slot);
    if (source != nullptr) {
      variable.name = source->getName().str();
      variable.type = context_.types.layout(source->getType());
      variable.file = context_.names.file(source->getFile());
      variable.line = source->getLine();
    } else {
      variable.name = "temporary of " + context_.names.function_name(function_);
    }
    return context_.out.variables.add(std::move(variable));
  }

  // An object of a class that is passed by value lies in a slot of the caller, and only the callee has a name for it.
  static const DILocalVariable* handed_parameter(const Value& slot) {
    for (const Use& use : slot.uses()) {
      auto* call = dyn_cast<CallBase>(use.getUser());
      if (call == nullptr || !call->isArgOperand(&use)) continue;
      Function* callee = call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration() || call->getArgOperandNo(&use) >= callee->arg_size()) continue;
      SmallVector<DbgValueInst*, 2> instructions;
      SmallVector<DbgVariableRecord*, 2> records;
      findDbgValues(instructions, callee->getArg(call->getArgOperandNo(&use)), &records);
      for (const DbgVariableRecord* record : records) {
        const DIExpression* expression = record->getExpression();
        const bool behind = expression->getNumElements() == 1 && expression->getElement(0) == dwarf::DW_OP_deref;
        if (behind && record->getVariable()->isParameter()) return record->getVariable();
      }
    }
    return nullptr;
  }

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
    IRBuilder<> builder(&before);
    context_.hooks.call(builder, "heddle_stack_end", {&slot, bytes, builder.getInt32(context_.site(before))});
  }

  Context& context_;
  Function& function_;
  const DataLayout& layout_;
  std::vector<Instruction*> exits_;
  std::optional<DominatorTree> dominators_;
  std::uint32_t variable_ = 0;
};

}  // namespace

void hook_stack(Context& context, Function& function) {
  std::vector<AllocaInst*> slots;
  for (Instruction& instruction : instructions(function)) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    if (slot != nullptr && !context.escape.stays_inside(slot)) slots.push_back(slot);
  }
  StackHooks hooks(context, function);
  for (AllocaInst* slot : slots) hooks.slot(*slot);
  for (Argument& argument : function.args())
    if (argument.hasByValAttr() && !context.escape.stays_inside(&argument)) hooks.parameter(argument);
}

}  // namespace heddle
