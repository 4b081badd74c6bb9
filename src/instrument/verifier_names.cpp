// What names say by the rules of SV-COMP, where the program defines the functions itself or where it has to be read to
// know what they may return. First of all steps: what is decided here must not depend on what is optimised.
//
//   __VERIFIER_atomic_NAME   is one atomic section, whichever way it is left
//   assume_abort_if_not, __VERIFIER_assume   that only look at their argument and end the process: an assumption
//   reach_error, __VERIFIER_error            that do nothing: an error, as without a body
//   __VERIFIER_nondet_NAME   without a body: verifier_inputs.cpp
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

namespace heddle {

using namespace llvm;

namespace {

// The name in the source: of a C function, or of one of C++ outside of any class and namespace.
StringRef name_in_source(const Function& function) {
  StringRef name = function.getName();
  std::size_t length = 0;
  if (StringRef rest = name; rest.consume_front("_Z") && !rest.consumeInteger(10, length))
    return rest.take_front(length);
  return name.take_until([](char c) { return c == '.'; });  // .1: of another unit
}

bool match_zero(const Value* value) {
  const auto* number = dyn_cast<ConstantInt>(value);
  return number != nullptr && number->isZero();
}

bool is_abort(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == "abort";
}

// Does nothing but look at its arguments and end the process; `end`: it does that somewhere.
bool only_decides(Function& function, bool& end) {
  for (Instruction& instruction : instructions(function)) {
    const Value* place = getLoadStorePointerOperand(&instruction);
    if (place != nullptr && !isa<AllocaInst>(place)) return false;
    if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(instruction)) return false;
    end |= is_abort(instruction);
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) && !is_abort(instruction)) return false;
  }
  return true;
}

// One branch, to abort() if the argument is zero.
bool ends_if_zero(Function& function) {
  const BranchInst* decision = nullptr;
  for (Instruction& instruction : instructions(function)) {
    if (isa<SwitchInst, SelectInst, PHINode>(instruction)) return false;
    auto* branch = dyn_cast<BranchInst>(&instruction);
    if (branch == nullptr || branch->isUnconditional()) continue;
    if (decision != nullptr) return false;
    decision = branch;
  }
  if (decision == nullptr) return false;
  unsigned zero = 1;  // the successor for it
  if (auto* compare = dyn_cast<ICmpInst>(decision->getCondition())) {
    if (!compare->isEquality() || !match_zero(compare->getOperand(1)) || !isa<LoadInst>(compare->getOperand(0)))
      return false;
    zero = compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1;
  } else if (!isa<TruncInst>(decision->getCondition())) {  // a bool
    return false;
  }
  return any_of(*decision->getSuccessor(zero), is_abort) && none_of(*decision->getSuccessor(1 - zero), is_abort);
}

// abort() that ends an execution which is not considered.
void assume_instead_of_abort(Function& function) {
  std::vector<Instruction*> ends;
  for (Instruction& instruction : instructions(function))
    if (is_abort(instruction)) ends.push_back(&instruction);
  for (Instruction* end : ends) {
    IRBuilder<> builder(end);
    FunctionCallee assume =
        function.getParent()->getOrInsertFunction("heddle_assume_that", builder.getVoidTy(), builder.getInt32Ty());
    builder.CreateCall(assume, {builder.getInt32(0)});
  }
}

// Every call of the function becomes one of the model.
void replace_by(Function& function, StringRef model) {
  FunctionCallee callee = function.getParent()->getOrInsertFunction(model, function.getFunctionType());
  function.replaceAllUsesWith(callee.getCallee());
  function.deleteBody();
}

void make_atomic(Function& function) {
  Module& module = *function.getParent();
  Type* nothing = Type::getVoidTy(module.getContext());
  FunctionCallee begin = module.getOrInsertFunction("heddle_atomic_begin", nothing);
  FunctionCallee end = module.getOrInsertFunction("heddle_atomic_end", nothing);
  DebugLoc here;
  if (DISubprogram* subprogram = function.getSubprogram())
    here = DILocation::get(module.getContext(), subprogram->getScopeLine(), 0, subprogram);
  EscapeEnumerator exits(function, "atomic.end");
  while (IRBuilder<>* exit = exits.Next()) {
    exit->SetCurrentDebugLocation(here);
    exit->CreateCall(end);
  }
  BasicBlock::iterator first = function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(*first)) ++first;
  IRBuilder<> builder(&function.getEntryBlock(), first);
  builder.SetCurrentDebugLocation(here);
  builder.CreateCall(begin);
}

}  // namespace

void understand_verifier_names(Module& module) {
  std::vector<Function*> functions;
  for (Function& function : module) functions.push_back(&function);
  for (Function* function : functions) {
    const StringRef name = name_in_source(*function);
    bool ends = false;
    if (function->isDeclaration()) {
      if (name.starts_with("__VERIFIER_nondet_")) replace_inputs(*function);
    } else if (name == "assume_abort_if_not" || name == "__VERIFIER_assume") {
      const bool condition = function->arg_size() == 1 && function->getArg(0)->getType()->isIntegerTy();
      if (!only_decides(*function, ends) || !ends) continue;
      if (condition && function->getArg(0)->getType()->getIntegerBitWidth() <= 32 && ends_if_zero(*function))
        replace_by(*function, "heddle_assume_that");  // so that each call is an assumption of its own
      else
        assume_instead_of_abort(*function);
    } else if (name == "reach_error" || name == "__VERIFIER_error") {
      if (only_decides(*function, ends) && !ends) replace_by(*function, "heddle_reaches_error");
    } else if (name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
               name != "__VERIFIER_atomic_end") {
      make_atomic(*function);
    }
  }
}

}  // namespace heddle
