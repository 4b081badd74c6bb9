// See normalise.h.
#include "static/normalise.h"

#include <array>

#include "ir/std_lock.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Local.h"
#include "model/symbol_policy.h"
#include "static/library.h"

namespace heddle::analysis {

using namespace llvm;

void run_passes(Module& module, StringRef text) {
  TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
  library.disableAllFunctions();  // each call of the source is to stay as it is
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager pipeline;
  if (auto error = builder.parsePassPipeline(pipeline, text)) report_fatal_error(std::move(error));
  pipeline.run(module, modules);
}

void replace_call(CallBase& call, Value* result) {
  if (result != nullptr) call.replaceAllUsesWith(result);
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    BranchInst::Create(invoke->getNormalDest(), invoke->getIterator())->setDebugLoc(invoke->getDebugLoc());
  }
  call.eraseFromParent();
}

namespace {

bool has_field(const Constant& value, StringRef structure, unsigned field, std::uint64_t wanted) {
  if (auto* type = dyn_cast<StructType>(value.getType());
      type != nullptr && type->hasName() && type->getName().contains(structure) && field < type->getNumElements()) {
    auto* number = dyn_cast_or_null<ConstantInt>(value.getAggregateElement(field));
    return number != nullptr && number->getZExtValue() == wanted;
  }
  return isa<ConstantAggregate>(value) && any_of(value.operands(), [&](const Use& part) {
           return has_field(*cast<Constant>(part), structure, field, wanted);
         });
}

}  // namespace

// Also initialisers of local variables, which are copied from a constant.
bool any_initialiser_has(const Module& module, StringRef structure, unsigned field, std::uint64_t wanted) {
  return any_of(module.globals(), [&](const GlobalVariable& variable) {
    return variable.hasInitializer() && has_field(*variable.getInitializer(), structure, field, wanted);
  });
}

namespace {

constexpr StringLiteral kStartThread =
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";
constexpr StringLiteral kConditionWait = "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE";

void resolve_aliases(Module& module) {
  for (GlobalAlias& alias : make_early_inc_range(module.aliases())) {
    GlobalObject* target = alias.getAliaseeObject();
    if (target == nullptr || alias.getAliasee()->stripPointerCasts() != target) continue;
    alias.replaceAllUsesWith(target);
    alias.eraseFromParent();
  }
}

// What the resolver will choose is not known: a function without a body.
void forget_indirect_functions(Module& module) {
  for (GlobalIFunc& indirect : make_early_inc_range(module.ifuncs())) {
    Function* unknown =
        Function::Create(cast<FunctionType>(indirect.getValueType()), GlobalValue::ExternalLinkage, "", module);
    unknown->takeName(&indirect);
    indirect.replaceAllUsesWith(unknown);
    indirect.eraseFromParent();
  }
}

// Bodies of library templates and inline functions are the program's; where a function is modelled its body goes.
void claim_bodies(Module& module, const std::vector<Function*>& entries) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    const bool from_header =
        function.hasAvailableExternallyLinkage() || function.hasLinkOnceLinkage() || function.hasWeakODRLinkage();
    const StringRef name = function.getName();
    function.setComdat(nullptr);
    function.removeFnAttr(Attribute::OptimizeNone);
    const bool modelled = from_header && symbol_rule({name.data(), name.size()}).policy == SymbolPolicy::Modelled;
    const bool unsupported = library_function({name.data(), name.size()}).sync == Sync::Unsupported;
    if (modelled || unsupported || name.starts_with("pthread_mutexattr_") ||
        name.starts_with("pthread_rwlockattr_")) {  // the latter: lock_table.cpp reads its calls
      function.deleteBody();
      continue;
    }
    const bool kept = name == "main" || is_contained(entries, &function);
    if (!kept && !function.hasLocalLinkage()) {
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setLinkage(GlobalValue::InternalLinkage);
    }
  }
}

// What a std::thread runs: a virtual function of its state, then the state's destructor. One function for each site, so
// that each knows its own state.
Function* thread_body(Module& module) {
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  Function* body = Function::Create(FunctionType::get(pointer, {pointer}, false), GlobalValue::InternalLinkage,
                                    "heddle.std_thread", module);
  IRBuilder<> builder(BasicBlock::Create(context, "", body));
  FunctionType* type = FunctionType::get(builder.getVoidTy(), {pointer}, false);
  Value* table = builder.CreateLoad(pointer, body->getArg(0));
  builder.CreateCall(type, builder.CreateLoad(pointer, builder.CreateConstGEP1_64(pointer, table, 2)),
                     {body->getArg(0)});
  builder.CreateCall(type, builder.CreateLoad(pointer, builder.CreateConstGEP1_64(pointer, table, 1)),
                     {body->getArg(0)});
  builder.CreateRet(ConstantPointerNull::get(cast<PointerType>(pointer)));
  return body;
}

void lower_thread_starts(Module& module) {
  Type* pointer = PointerType::getUnqual(module.getContext());
  each_call(module, kStartThread, [&](CallBase& call) {
    IRBuilder<> builder(&call);
    Value* state = builder.CreateLoad(pointer, call.getArgOperand(1));
    builder.CreateStore(ConstantPointerNull::get(cast<PointerType>(pointer)), call.getArgOperand(1));
    FunctionCallee create =
        module.getOrInsertFunction(kCreate, builder.getVoidTy(), pointer, pointer, pointer, pointer);
    const std::array<Value*, 4> arguments{call.getArgOperand(0), ConstantPointerNull::get(cast<PointerType>(pointer)),
                                          thread_body(module), state};
    if (auto* invoke = dyn_cast<InvokeInst>(&call)) {  // it may fail
      builder.CreateInvoke(create, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
      call.eraseFromParent();
      return;
    }
    builder.CreateCall(create, arguments);
    replace_call(call, nullptr);
  });
}

// The destructor of std::thread ends the process unless it was joined: reached on the way out of a function, the
// thread runs no more.
void lower_thread_destructors(Module& module) {
  for (const char* name : {"_ZNSt6threadD1Ev", "_ZNSt6threadD2Ev"}) {
    Function* destructor = module.getFunction(name);
    if (destructor == nullptr || destructor->isDeclaration()) continue;
    DISubprogram* subprogram = destructor->getSubprogram();
    destructor->deleteBody();
    destructor->setLinkage(GlobalValue::InternalLinkage);
    destructor->setSubprogram(subprogram);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", destructor));
    if (subprogram != nullptr)
      builder.SetCurrentDebugLocation(DILocation::get(module.getContext(), subprogram->getLine(), 0, subprogram));
    builder.CreateLoad(builder.getInt64Ty(), destructor->getArg(0));
    builder.CreateCall(module.getOrInsertFunction(kThreadGone, builder.getVoidTy(), builder.getPtrTy()),
                       {destructor->getArg(0)});
    builder.CreateRetVoid();
  }
}

void lower_condition_waits(Module& module) {
  Type* pointer = PointerType::getUnqual(module.getContext());
  each_call(module, kConditionWait, [&](CallBase& call) {
    IRBuilder<> builder(&call);
    Value* mutex = builder.CreateLoad(pointer, call.getArgOperand(1));
    FunctionCallee wait = module.getOrInsertFunction("heddle.wait", builder.getVoidTy(), pointer, pointer);
    builder.CreateCall(wait, {call.getArgOperand(0), mutex});
    replace_call(call, nullptr);
  });
}

void lower_std_locks(Module& module) {
  for (Function& function : module) {
    const std::string kinds = function.isDeclaration() ? "" : std_lock_kinds(function);
    if (kinds.empty()) continue;
    DISubprogram* subprogram = function.getSubprogram();
    function.deleteBody();
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setSubprogram(subprogram);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", &function));
    if (subprogram != nullptr)
      builder.SetCurrentDebugLocation(DILocation::get(module.getContext(), subprogram->getLine(), 0, subprogram));
    std::vector<Value*> locks;
    for (unsigned i = 0; i < kinds.size(); ++i) {
      Value* lock = function.getArg(i);
      if (kinds[i] == 'M' || kinds[i] == 'W') {  // a unique_lock: its mutex, and it owns it afterwards
        builder.CreateStore(builder.getInt8(1), builder.CreateConstGEP1_64(builder.getInt8Ty(), lock, 8));
        lock = builder.CreateLoad(builder.getPtrTy(), lock);
      }
      locks.push_back(lock);
    }
    builder.CreateCall(
        module.getOrInsertFunction(kLockAll, FunctionType::get(builder.getVoidTy(), {}, /*isVarArg=*/true)), locks);
    builder.CreateRetVoid();
  }
}

// What std::call_once wants called stands in two thread-local variables of the library.
void define_once_proxy(Module& module) {
  Function* proxy = module.getFunction("__once_proxy");
  GlobalVariable* call = module.getGlobalVariable("_ZSt11__once_call");
  for (const char* name : {"_ZSt11__once_call", "_ZSt15__once_callable"})
    if (GlobalVariable* variable = module.getGlobalVariable(name); variable != nullptr && variable->isDeclaration()) {
      variable->setInitializer(Constant::getNullValue(variable->getValueType()));
      variable->setLinkage(GlobalValue::InternalLinkage);
    }
  if (proxy == nullptr || call == nullptr || !proxy->isDeclaration()) return;
  proxy->setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", proxy));
  Value* address = builder.CreateThreadLocalAddress(call);
  builder.CreateCall(FunctionType::get(builder.getVoidTy(), false), builder.CreateLoad(builder.getPtrTy(), address));
  builder.CreateRetVoid();
}

// An error-checking mutex is the only one whose lock can fail in a program that uses it as one may.
bool has_error_checks(Module& module) {
  constexpr unsigned kKind = 4;  // of glibc's mutex
  bool found = any_initialiser_has(module, "__pthread_mutex_s", kKind, 2);
  each_call(module, "pthread_mutexattr_settype", [&](CallBase& call) {
    auto* type = dyn_cast<ConstantInt>(call.getArgOperand(1));
    found |= type == nullptr || type->getZExtValue() == 2;
  });
  return found;
}

void locks_succeed(Module& module) {
  for (const char* name : {"pthread_mutex_lock", "pthread_mutex_unlock", "pthread_rwlock_rdlock",
                           "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "pthread_spin_lock", "pthread_spin_unlock",
                           "pthread_cond_wait", "pthread_mutex_init", "pthread_mutex_destroy", "pthread_once"})
    each_call(module, name, [&](CallBase& call) {
      if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(Constant::getNullValue(call.getType()));
    });
}

// An undefined value must not let the passes choose a way: at run time either can be taken.
void freeze_undefined(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    DenseMap<Type*, Value*> frozen;
    Instruction* first = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    for (Instruction& instruction : make_early_inc_range(instructions(function)))
      for (Use& operand : instruction.operands()) {
        if (!isa<UndefValue>(operand) || isa<FreezeInst>(instruction) || isa<InsertValueInst>(instruction) ||
            isa<InsertElementInst>(instruction) || isa<ShuffleVectorInst>(instruction) ||
            !operand->getType()->isSingleValueType())
          continue;
        if (auto* phi = dyn_cast<PHINode>(&instruction);
            phi == nullptr && &*first->getParent() == instruction.getParent() && instruction.comesBefore(first))
          continue;
        Value*& value = frozen[operand->getType()];
        if (value == nullptr) value = IRBuilder<>(first).CreateFreeze(operand);
        operand.set(value);
      }
  }
}

// As the pass instsimplify, but a load whose result nobody uses stays: it is an access.
void simplify(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    const SimplifyQuery query(module.getDataLayout());
    for (bool changed = true; changed;) {
      changed = false;
      for (Instruction& instruction : make_early_inc_range(instructions(function))) {
        if (instruction.mayReadOrWriteMemory() || instruction.isTerminator() || instruction.isEHPad()) continue;
        if (Value* simpler = simplifyInstruction(&instruction, query); simpler != nullptr && simpler != &instruction) {
          if (!instruction.use_empty()) changed = true;
          instruction.replaceAllUsesWith(simpler);
        }
        if (isInstructionTriviallyDead(&instruction) && !isa<AllocaInst>(instruction)) instruction.eraseFromParent();
      }
    }
  }
}

}  // namespace

Normalised normalise(Module& module, const std::vector<Function*>& entries, const std::vector<SourceLine>& points) {
  Normalised result;
  mark_points(module, points);
  forget_indirect_functions(module);
  resolve_aliases(module);
  resolve_member_pointers(module);
  claim_bodies(module, entries);
  lower_thread_starts(module);
  lower_thread_destructors(module);
  lower_condition_waits(module);
  lower_std_locks(module);
  lower_futures(module);
  define_once_proxy(module);
  define_start(module, entries);
  const bool coroutines = any_of(module, [](const Function& function) { return function.isPresplitCoroutine(); });
  run_passes(module, coroutines ? "coro-early,always-inline,cgscc(coro-split),coro-cleanup,globaldce,function(sroa)"
                                : "always-inline,globaldce,function(sroa)");
  freeze_undefined(module);
  simplify(module);
  run_passes(module, "function(sccp)");
  mark_join_loops(module);
  inline_small(module);
  run_passes(module, "globaldce,function(sroa)");
  freeze_undefined(module);
  simplify(module);
  result.locks_may_fail = has_error_checks(module);
  if (!result.locks_may_fail) locks_succeed(module);
  run_passes(module, "function(sccp)");
  simplify(module);
  unroll_thread_loops(module);
  simplify(module);
  return result;
}

}  // namespace heddle::analysis
