// std::call_once, std::async and reference counts as what they promise. Read as code, call_once calls whatever this
// thread ever stored in two variables of the library, a future waits for a number in memory, and the thread of
// std::async is joined by a pointer to a member function, once, by whoever comes first: nothing could be proven behind
// it.
//
//   lower_once      std::call_once(flag, f, args...) calls its closure under the flag (heddle.once)
//   lower_async     whoever waits for the result of std::async joins the thread (heddle.join); with std::launch::async
//                   nothing is deferred; where every future is of std::async, waiting is nothing else
//   lower_errors    the categories of std::error_code are the library's and keep nothing that they are given
//   lower_counts    std::shared_ptr counts without atomics only while there is one thread
#include <array>

#include "ir/library_bitcode.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

constexpr StringLiteral kWait = "_ZNSt13__future_base13_State_baseV24waitEv";
constexpr StringLiteral kWaitForReady =
    "_ZNSt23__atomic_futex_unsignedILj2147483648EE18_M_load_when_equalEjSt12memory_order";
constexpr StringLiteral kJoinThread = "_ZNSt6thread4joinEv";

// Direct calls in a function, of functions whose name begins so.
std::vector<CallBase*> calls_in(Function& function, StringRef begins) {
  std::vector<CallBase*> result;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->getCalledFunction() != nullptr &&
                                                       call->getCalledFunction()->getName().starts_with(begins))
      result.push_back(call);
  return result;
}

// The closure of std::call_once, and the function that is its body; the flag stays where it is.
void lower_once_in(Function& function) {
  const std::vector<CallBase*> prepared = calls_in(function, "_ZNSt9once_flag18_Prepare_executionC");
  std::vector<CallBase*> once = calls_in(function, "_ZL14__gthread_once");
  if (once.empty()) once = calls_in(function, "pthread_once");
  const std::string body = ("_ZZ" + function.getName().drop_front(2) + "ENKUlvE_clEv").str();
  Function* closure = function.getParent()->getFunction(body);
  if (prepared.size() != 1 || once.size() != 1 || closure == nullptr || closure->isDeclaration()) return;
  IRBuilder<> builder(once[0]);
  Type* pointer = builder.getPtrTy();
  FunctionCallee under_flag =
      function.getParent()->getOrInsertFunction(kOnce, builder.getVoidTy(), pointer, pointer, pointer);
  const std::array<Value*, 3> arguments{once[0]->getArgOperand(0), closure, prepared[0]->getArgOperand(1)};
  once[0]->replaceAllUsesWith(Constant::getNullValue(once[0]->getType()));
  if (auto* invoke = dyn_cast<InvokeInst>(once[0]))
    builder.CreateInvoke(under_flag, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  else
    builder.CreateCall(under_flag, arguments);
  once[0]->eraseFromParent();
  replace_call(*prepared[0], nullptr);
  for (CallBase* call : calls_in(function, "_ZNSt9once_flag18_Prepare_executionD")) replace_call(*call, nullptr);
}

void lower_once(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration() && function.getName().starts_with("_ZSt9call_onceI")) lower_once_in(function);
}

FunctionCallee join(Module& module) {
  return module.getOrInsertFunction(kJoin, Type::getVoidTy(module.getContext()),
                                    PointerType::getUnqual(module.getContext()));
}

// Waiting for the thread: under a flag the first one joins it, and the others return when that is done.
void lower_waits_for_thread(Module& module) {
  Function* waits = module.getFunction("_ZNSt13__future_base21_Async_state_commonV27_M_joinEv");
  StructType* state = StructType::getTypeByName(module.getContext(), "class.std::__future_base::_Async_state_commonV2");
  if (waits == nullptr || waits->isDeclaration() || state == nullptr) return;
  const auto thread = find_if(state->elements(), [](const Type* element) {
    return isa<StructType>(element) && cast<StructType>(element)->hasName() &&
           element->getStructName() == "class.std::thread";
  });
  if (thread == state->element_end()) return;
  const auto field = static_cast<unsigned>(thread - state->element_begin());
  DISubprogram* subprogram = waits->getSubprogram();
  waits->deleteBody();
  waits->setLinkage(GlobalValue::InternalLinkage);
  waits->setSubprogram(subprogram);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", waits));
  if (subprogram != nullptr)
    builder.SetCurrentDebugLocation(DILocation::get(module.getContext(), subprogram->getLine(), 0, subprogram));
  builder.CreateCall(join(module), {builder.CreateStructGEP(state, waits->getArg(0), field)})->setDoesNotThrow();
  builder.CreateRetVoid();
}

// The last owner of the result joins the thread unless somebody has: then it has ended, too.
void lower_last_owner(Function& destructor) {
  for (CallBase* call : calls_in(destructor, "_ZNKSt6thread8joinableEv"))
    replace_call(*call, ConstantInt::getTrue(call->getType()));
  for (CallBase* call : calls_in(destructor, kJoinThread)) {
    IRBuilder<> builder(call);
    builder.CreateCall(join(*destructor.getParent()), {call->getArgOperand(0)})->setDoesNotThrow();
    replace_call(*call, nullptr);
  }
}

// There is no state for a deferred call if the policy is std::launch::async: the thread was created, or an exception
// left.
void lower_policy(Function& async) {
  if (async.arg_empty()) return;
  const auto policy =
      find_if(async.args(), [](const Argument& argument) { return argument.getType()->isIntegerTy(32); });
  if (policy == async.arg_end()) return;
  for (CallBase* call : calls_in(async, "_ZNKSt12__shared_ptrINSt13__future_base13_State_baseV2E")) {
    if (!call->getType()->isIntegerTy(1)) continue;
    IRBuilder<> builder(async.getContext());
    if (auto* invoke = dyn_cast<InvokeInst>(call))
      builder.SetInsertPoint(&*invoke->getNormalDest()->getFirstInsertionPt());
    else
      builder.SetInsertPoint(call->getNextNode());
    Value* eager = builder.CreateICmpEQ(&*policy, builder.getInt32(1));
    Value* known = builder.CreateOr(call, eager);
    call->replaceUsesWithIf(known, [&](const Use& use) { return use.getUser() != known; });
  }
}

// Where other futures than those of std::async are made their states become ready by anybody.
bool has_other_futures(const Module& module) {
  return any_of(module, [](const Function& function) {
    const StringRef name = function.getName();
    return name.starts_with("_ZNSt7promiseI") || name.starts_with("_ZNSt13packaged_taskI") ||
           name.starts_with("_ZNSt13__future_base11_Task_stateI");
  });
}

void lower_async(Module& module) {
  lower_waits_for_thread(module);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    const StringRef name = function.getName();
    if (name.starts_with("_ZNSt13__future_base17_Async_state_implI") &&
        (name.ends_with("D1Ev") || name.ends_with("D2Ev")))
      lower_last_owner(function);
    if (name.starts_with("_ZSt5asyncI")) lower_policy(function);
  }
  Function* wait = module.getFunction(kWait);
  if (wait == nullptr || wait->isDeclaration() || has_other_futures(module)) return;
  for (CallBase* call : calls_in(*wait, kWaitForReady)) replace_call(*call, nullptr);
}

// Directly, or by deriving from the class whose destructor it is.
bool is_called_by_program(const Module& module, StringRef name) {
  const Function* callee = module.getFunction(name);
  return callee != nullptr && any_of(callee->users(), [](const User* user) {
           auto* instruction = dyn_cast<Instruction>(user);
           return instruction == nullptr || (!is_of_library(instruction->getFunction()->getName()) &&
                                             !instruction->getFunction()->hasFnAttribute(kOurs));
         });
}

// Read as code these call virtual functions of an object that nobody knows, and show it everything.
void lower_errors(Module& module) {
  constexpr StringLiteral kCategories[] = {"_ZNSt3_V216generic_categoryEv", "_ZNSt3_V215system_categoryEv",
                                           "_ZSt15future_categoryv", "_ZSt17iostream_categoryv"};
  for (const StringRef base : {"_ZNSt14error_categoryD2Ev", "_ZNSt14error_categoryD1Ev",
                               "_ZNKSt10error_code8categoryEv", "_ZNKSt15error_condition8categoryEv"})
    if (is_called_by_program(module, base)) return;
  for (const StringRef category : kCategories)
    if (is_called_by_program(module, category)) return;
  for (const char* name : {"_ZNKSt10error_code7messageB5cxx11Ev", "_ZNKSt15error_condition7messageB5cxx11Ev",
                           "_ZSteqRKSt10error_codeRKSt15error_condition", "_ZSteqRKSt15error_conditionRKSt10error_code",
                           "_ZNKSt10error_code23default_error_conditionEv"})
    if (Function* function = module.getFunction(name); function != nullptr && !function->isDeclaration())
      function->deleteBody();
  // Nobody looks at the object itself.
  LLVMContext& context = module.getContext();
  auto* category =
      new GlobalVariable(module, Type::getInt64Ty(context), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                         ConstantInt::get(Type::getInt64Ty(context), 0), "heddle.error_category");
  for (const StringRef name : kCategories)
    each_call(module, name, [&](CallBase& call) { replace_call(call, category); });
}

void lower_counts(Module& module) {
  GlobalVariable* alone = module.getGlobalVariable("__libc_single_threaded");
  if (alone == nullptr || !alone->isDeclaration()) return;
  for (User* user : make_early_inc_range(alone->users()))
    if (auto* load = dyn_cast<LoadInst>(user)) {
      load->replaceAllUsesWith(Constant::getNullValue(load->getType()));
      load->eraseFromParent();
    }
}

}  // namespace

void lower_futures(Module& module) {
  lower_once(module);
  lower_async(module);
  lower_errors(module);
  lower_counts(module);
}

}  // namespace heddle::analysis
