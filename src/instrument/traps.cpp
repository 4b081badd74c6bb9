// Where the program's text ends in undefined behaviour, it ends in a crash with a line and words (heddle_undefined):
//
//   * code that cannot be reached according to the program: __builtin_unreachable, [[assume]], the end of a function
//   that
//     returns no value, the return of a function that promised not to return;
//   * traps: __builtin_trap, those of -ftrapv;
//   * division by zero, and of the smallest number by -1, whether or not somebody looks at the quotient.
//
// The hook never comes back. Where it stands between two instructions the optimiser does not know that: as a way out of
// a loop it would keep others from counting the rounds, and as a call that changes memory it would keep hooks alive
// that an earlier one covers.
#include <csignal>

#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle {

using namespace llvm;

namespace {

// The numbers that clang gives to its checks (SanitizerHandler), as far as a program can ask for them here.
enum Check : std::uint8_t {
  AddOverflow = 0,
  MissingReturn = 11,
  MulOverflow = 12,
  NegateOverflow = 13,
  SubOverflow = 21
};

class Traps {
 public:
  explicit Traps(Context& context) : context_(context) {}

  void unreachable(UnreachableInst& end) {
    BasicBlock& block = *end.getParent();
    if (auto* call = dyn_cast_or_null<CallBase>(end.getPrevNonDebugInstruction(/*SkipPseudoOp=*/true))) {
      if (hook_kind(*call)) return;  // one of ours
      if (call->doesNotReturn()) return after_call(end, *call);
    } else if (&*block.getFirstNonPHIOrDbg() == &end && !pred_empty(&block) &&
               all_of(predecessors(&block), [&](BasicBlock* before) {
                 auto* invoke = dyn_cast<InvokeInst>(before->getTerminator());
                 return invoke != nullptr && invoke->doesNotReturn() && invoke->getNormalDest() == &block;
               })) {
      return after_invokes(block);
    }
    const Function& function = *block.getParent();
    if (pred_empty(&block) && &block != &function.getEntryBlock()) return;
    crash(end, end.getDebugLoc(), SIGILL,
          function.doesNotReturn() ? returned(function) : "code that the program declares unreachable was reached");
  }

  void trap(IntrinsicInst& call) {
    const Function& function = *call.getFunction();
    // Without optimisation clang ends a function that returns no value so; after __builtin_trap code goes on.
    const bool at_end =
        isa_and_nonnull<UnreachableInst>(call.getNextNonDebugInstruction()) && !function.getReturnType()->isVoidTy();
    std::string what = "a trap was reached";
    DebugLoc place = call.getDebugLoc();
    int number = SIGILL;
    if (call.getIntrinsicID() == Intrinsic::debugtrap) {
      number = SIGTRAP;
    } else if (call.getIntrinsicID() == Intrinsic::ubsantrap) {
      const std::uint64_t check = cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
      what = words_of(check, function);
      if (check == MissingReturn) place = last_line(function, place);
    } else if (at_end) {
      what = words_of(MissingReturn, function);
      place = last_line(function, place);
    }
    crash(call, place, number, what);
    call.eraseFromParent();
  }

  void assume(AssumeInst& call) {
    auto* condition = dyn_cast<ConstantInt>(call.getArgOperand(0));
    if (condition == nullptr || condition->isZero()) {
      IRBuilder<> builder(&call);
      Value* holds = builder.CreateFreeze(call.getArgOperand(0));
      // clang gives the line of [[assume]] to what it assumes only.
      auto* computed = dyn_cast<Instruction>(call.getArgOperand(0));
      if (computed != nullptr && computed->getDebugLoc()) call.setDebugLoc(computed->getDebugLoc());
      crash_if(call, builder.CreateNot(holds), SIGILL, "a condition that the program assumes does not hold");
    }
    call.eraseFromParent();
  }

  void division(BinaryOperator& division) {
    Value *left = division.getOperand(0), *right = division.getOperand(1);
    auto* constant = dyn_cast<ConstantInt>(right);
    const bool is_signed = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
    if (!division.getType()->isIntegerTy()) return;
    if (constant != nullptr && !constant->isZero() && !(is_signed && constant->isMinusOne())) return;
    IRBuilder<> builder(&division);
    Type* type = division.getType();
    right = builder.CreateFreeze(right);
    division.setOperand(1, right);
    Value* by_zero = builder.CreateICmpEQ(right, ConstantInt::get(type, 0));
    crash_if(division, by_zero, SIGFPE, "division by zero");
    if (!is_signed || (constant != nullptr && constant->isZero())) return;
    // The processor divides in registers of 32 or 64 bits, and only there the quotient has no room.
    if (type->getIntegerBitWidth() < 32) return;
    builder.SetInsertPoint(&division);
    left = builder.CreateFreeze(left);
    division.setOperand(0, left);
    Value* smallest =
        builder.CreateICmpEQ(left, ConstantInt::get(type, APInt::getSignedMinValue(type->getIntegerBitWidth())));
    Value* overflows = builder.CreateAnd(builder.CreateICmpEQ(right, ConstantInt::getAllOnesValue(type)), smallest);
    crash_if(division, overflows, SIGFPE, "division of the smallest number by -1");
  }

 private:
  std::string words_of(std::uint64_t check, const Function& function) {
    switch (check) {
      case MissingReturn:
        return "function " + context_.names.function_name(function) + " ended without returning a value";
      case AddOverflow:
      case SubOverflow:
      case MulOverflow:
      case NegateOverflow:
        return "signed integer overflow";
      default:
        return "a check for undefined behaviour failed";
    }
  }

  // Of a function that goes past its end: that of the closing brace, if a return has it, too.
  static DebugLoc last_line(const Function& function, DebugLoc place) {
    for (const BasicBlock& block : function)
      if (auto* end = dyn_cast<ReturnInst>(block.getTerminator()); end != nullptr && end->getDebugLoc())
        if (!place || end->getDebugLoc().getLine() > place.getLine()) place = end->getDebugLoc();
    return place;
  }

  CallInst* call_hook(IRBuilder<>& builder, const Function& function, int number, const std::string& what) {
    const std::uint32_t site = context_.site(builder.getCurrentDebugLocation(), function);
    CallInst* hook =
        context_.hooks.call(builder, "heddle_undefined",
                            {builder.CreateGlobalString(what), builder.getInt32(number), builder.getInt32(site)});
    hook->addFnAttr(Attribute::Cold);
    return hook;
  }

  void crash(Instruction& before, const DebugLoc& place, int number, const std::string& what) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(place);
    call_hook(builder, *before.getFunction(), number, what);
  }

  void crash_if(Instruction& before, Value* condition, int number, const std::string& what) {
    if (auto* known = dyn_cast<ConstantInt>(condition); known != nullptr && known->isZero()) return;
    Instruction* then = SplitBlockAndInsertIfThen(condition, before.getIterator(), false);
    IRBuilder<> builder(then);
    builder.SetCurrentDebugLocation(before.getDebugLoc());
    call_hook(builder, *before.getFunction(), number, what)->setOnlyAccessesInaccessibleMemory();
  }

  // exit, abort, throw ... : ours, or the process's, and they keep their promise.
  bool is_reliable(const CallBase& call) const {
    const Function* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    return callee != nullptr && callee->isDeclaration() &&
           (callee->isIntrinsic() || context_.policy(callee->getName()) != SymbolPolicy::Unknown);
  }

  std::string returned(const Function& function) {
    return "function " + context_.names.function_name(function) + " returned, though it is declared noreturn";
  }
  std::string returned(const CallBase& call) {
    const Function* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    return callee != nullptr ? returned(*callee) : "a function returned, though it is declared noreturn";
  }

  void after_call(UnreachableInst& end, CallBase& call) {
    if (!is_reliable(call)) crash(end, call.getDebugLoc(), SIGILL, returned(call));
  }

  // All calls of a function that may throw and do not return share this block.
  void after_invokes(BasicBlock& block) {
    SmallVector<BasicBlock*, 4> callers(predecessors(&block));
    for (BasicBlock* caller : callers) {
      auto* invoke = cast<InvokeInst>(caller->getTerminator());
      if (is_reliable(*invoke)) continue;
      BasicBlock* own = BasicBlock::Create(block.getContext(), "", block.getParent(), &block);
      IRBuilder<> builder(own);
      builder.SetCurrentDebugLocation(invoke->getDebugLoc());
      call_hook(builder, *block.getParent(), SIGILL, returned(*invoke));
      builder.CreateUnreachable();
      invoke->setNormalDest(own);
      block.removePredecessor(caller);
    }
  }

  Context& context_;
};

}  // namespace

void define_traps(Context& context, Function& function) {
  std::vector<Instruction*> found;
  for (Instruction& instruction : instructions(function)) found.push_back(&instruction);
  Traps traps(context);
  for (Instruction* instruction : found) {
    if (auto* end = dyn_cast<UnreachableInst>(instruction)) {
      traps.unreachable(*end);
    } else if (auto* assume = dyn_cast<AssumeInst>(instruction)) {
      traps.assume(*assume);
    } else if (instruction->isIntDivRem()) {
      traps.division(cast<BinaryOperator>(*instruction));
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(instruction)) {
      const Intrinsic::ID id = intrinsic->getIntrinsicID();
      if (id == Intrinsic::trap || id == Intrinsic::ubsantrap || id == Intrinsic::debugtrap) traps.trap(*intrinsic);
    }
  }
}

}  // namespace heddle
