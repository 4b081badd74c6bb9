// Where the analysis begins and where the process ends: heddle.start and heddle.finish.
//
//   define_start    constructors, then main, or threads that call the entry points of a library; then heddle.finish
//   define_finish   what the end of the process runs: thread-local destructors of the thread that ends it, functions
//                   registered by atexit and static destructors, functions with __attribute__((destructor)). exit() is
//                   the same in whichever thread calls it, so it is called before each of its calls
//
// A library without main is entered by threads that may pass whatever they can have got hold of: memory of their own,
// variables that others can name, what an entry returned or left in memory that it was given.
#include "llvm/IR/IRBuilder.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

// The order of llvm.global_ctors is that of priorities.
std::vector<Function*> listed_functions(Module& module, StringRef name) {
  std::vector<std::tuple<std::uint64_t, std::size_t, Function*>> list;
  GlobalVariable* variable = module.getGlobalVariable(name);
  if (variable != nullptr && variable->hasInitializer())
    if (auto* array = dyn_cast<ConstantArray>(variable->getInitializer()))
      for (const Use& entry : array->operands())
        if (auto* record = dyn_cast<ConstantStruct>(entry))
          if (auto* function = dyn_cast<Function>(record->getOperand(1)->stripPointerCasts()))
            list.emplace_back(cast<ConstantInt>(record->getOperand(0))->getZExtValue(), list.size(), function);
  // What the program itself has put where the loader looks.
  for (GlobalVariable& own : module.globals()) {
    const bool first = name == "llvm.global_ctors";
    const StringRef section = own.getSection();
    const bool there = first ? section.starts_with(".init_array") || section.starts_with(".preinit_array") ||
                                   section.starts_with(".ctors")
                             : section.starts_with(".fini_array") || section.starts_with(".dtors");
    if (!there || !own.hasInitializer()) continue;
    SmallVector<const Constant*, 4> work{own.getInitializer()};
    while (!work.empty()) {
      const Constant* value = work.pop_back_val();
      if (auto* function = dyn_cast<Function>(value))
        list.emplace_back(0, list.size(), const_cast<Function*>(function));
      else
        for (const Use& operand : value->operands())
          if (auto* inner = dyn_cast<Constant>(operand)) work.push_back(inner);
    }
  }
  std::sort(list.begin(), list.end());
  std::vector<Function*> result;
  for (const auto& entry : list) result.push_back(std::get<2>(entry));
  return result;
}

constexpr const char* kFinish = "heddle.finish";

Value* undefined(IRBuilder<>& builder, Type* type) { return builder.CreateFreeze(PoisonValue::get(type)); }

// A value with which a caller may come, pointers in it being `known`.
Value* argument_of(IRBuilder<>& builder, Type* type, Value* known) {
  if (type->isPointerTy()) return known;
  if (type->isIntegerTy(64)) return builder.CreatePtrToInt(known, type);  // a pointer may come as a number
  Value* value = undefined(builder, type);
  if (auto* record = dyn_cast<StructType>(type))
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      value = builder.CreateInsertValue(value, argument_of(builder, record->getElementType(i), known), i);
  if (auto* array = dyn_cast<ArrayType>(type))
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      value = builder.CreateInsertValue(value, argument_of(builder, array->getElementType(), known), i);
  return value;
}

GlobalVariable& outside_memory(Module& module) {
  return *cast<GlobalVariable>(module.getOrInsertGlobal(kOutsideMemory, PointerType::getUnqual(module.getContext())));
}

// Keeps every pointer of a value where callers find it. Atomic: no access of the program's.
void give_away(IRBuilder<>& builder, Value* value, GlobalVariable& memory) {
  Type* type = value->getType();
  if (auto* record = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      give_away(builder, builder.CreateExtractValue(value, i), memory);
  } else if (type->isPointerTy() || type->isIntegerTy(64)) {
    builder.CreateAlignedStore(value, &memory, Align(8))->setAtomic(AtomicOrdering::Monotonic);
  }
}

// One call of an entry point, by a thread of the library's user.
Function* outside_caller(Module& module, Function& entry) {
  IRBuilder<> builder(module.getContext());
  Function* caller = Function::Create(FunctionType::get(builder.getPtrTy(), {builder.getPtrTy()}, false),
                                      GlobalValue::InternalLinkage, "heddle.outside", module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", caller));
  GlobalVariable& memory = outside_memory(module);
  LoadInst* known = builder.CreateAlignedLoad(builder.getPtrTy(), &memory, Align(8));
  known->setAtomic(AtomicOrdering::Monotonic);
  std::vector<Value*> arguments;
  for (const Argument& argument : entry.args()) arguments.push_back(argument_of(builder, argument.getType(), known));
  CallInst* call = builder.CreateCall(&entry, arguments);
  for (const Argument& argument : entry.args())
    if (argument.hasByValAttr())
      call->addParamAttr(argument.getArgNo(),
                         Attribute::getWithByValType(module.getContext(), argument.getParamByValType()));
  give_away(builder, call, memory);
  builder.CreateRet(ConstantPointerNull::get(builder.getPtrTy()));
  return caller;
}

// Before anybody comes: what can be named from outside, what lies in memory of the outside, and the two together.
void publish(Module& module, IRBuilder<>& builder) {
  GlobalVariable& memory = outside_memory(module);
  for (GlobalVariable& variable : module.globals())
    if (&variable != &memory && variable.hasExternalLinkage() && !variable.isConstant() &&
        !variable.getName().starts_with("llvm."))
      builder.CreateStore(builder.CreatePointerBitCastOrAddrSpaceCast(&variable, builder.getPtrTy()), &memory);
  Value* pointer = builder.CreateLoad(builder.getPtrTy(), &memory);
  builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), pointer), &memory);
  // They may have put things of theirs there: a function, for instance.
  builder.CreateStore(pointer,
                      builder.CreateGEP(builder.getInt8Ty(), pointer, undefined(builder, builder.getInt64Ty())));
}

// Threads that call the entry points of a library, over and over.
void start_entries(Module& module, IRBuilder<>& builder, const std::vector<Function*>& entries) {
  Function* start = builder.GetInsertBlock()->getParent();
  BasicBlock* loop = BasicBlock::Create(module.getContext(), "", start);
  BasicBlock* end = BasicBlock::Create(module.getContext(), "", start);
  publish(module, builder);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  Value* none = ConstantPointerNull::get(builder.getPtrTy());
  FunctionCallee create = module.getOrInsertFunction(kCreate, builder.getVoidTy(), builder.getPtrTy(),
                                                     builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy());
  for (Function* entry : entries)
    builder.CreateCall(create, {none, none, outside_caller(module, *entry), none})->setDoesNotThrow();
  builder.CreateCondBr(undefined(builder, builder.getInt1Ty()), loop, end);
  builder.SetInsertPoint(end);
}

Function* define_finish(Module& module) {
  IRBuilder<> builder(module.getContext());
  Function* finish =
      Function::Create(FunctionType::get(builder.getVoidTy(), false), GlobalValue::InternalLinkage, kFinish, module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", finish));
  for (const char* name : {kThreadEndHandlers, kExitHandlers})
    builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy()));
  for (Function* function : listed_functions(module, "llvm.global_dtors")) builder.CreateCall(function, {});
  builder.CreateRetVoid();
  each_call(module, "exit", [&](CallBase& call) {
    IRBuilder<> before(&call);
    before.CreateCall(finish);
  });
  return finish;
}

// main may end its thread alone. Then the process ends with its last thread, beside which nobody is left.
void call_main(Module& module, IRBuilder<>& builder, Function& main) {
  Function* start = builder.GetInsertBlock()->getParent();
  BasicBlock* last = BasicBlock::Create(module.getContext(), "", start);
  Function* ends_thread = module.getFunction("pthread_exit");
  if (ends_thread != nullptr && !ends_thread->use_empty()) {
    BasicBlock* first = BasicBlock::Create(module.getContext(), "", start);
    builder.CreateCondBr(undefined(builder, builder.getInt1Ty()), first, last);
    builder.SetInsertPoint(first);
  }
  std::vector<Value*> arguments;
  for (unsigned i = 0; i < main.arg_size() && i < 3; ++i) arguments.push_back(start->getArg(i));
  builder.CreateCall(&main, arguments);
  builder.CreateBr(last);
  builder.SetInsertPoint(last);
}

}  // namespace

void define_start(Module& module, const std::vector<Function*>& entries) {
  Function* main = module.getFunction("main");
  IRBuilder<> builder(module.getContext());
  Function* start = Function::Create(
      FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy()}, false),
      GlobalValue::ExternalLinkage, kStart, module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", start));
  for (Function* function : listed_functions(module, "llvm.global_ctors")) builder.CreateCall(function, {});
  if (!entries.empty())
    start_entries(module, builder, entries);
  else if (main != nullptr && !main->isDeclaration())
    call_main(module, builder, *main);
  builder.CreateCall(define_finish(module));
  // With main the process ends, not its thread alone.
  builder.CreateCall(module.getOrInsertFunction("_exit", builder.getVoidTy(), builder.getInt32Ty()),
                     {builder.getInt32(0)});
  builder.CreateUnreachable();
}

}  // namespace heddle::analysis
