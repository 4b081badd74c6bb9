// One table of all hooks: name, signature, what it does. The signature letters are v void, p pointer, b i8, i i32,
// l i64; the first is the result.
#include "instrument/hook_set.h"

#include "llvm/ADT/StringMap.h"

namespace heddle {

using namespace llvm;

namespace {

struct Hook {
  const char* name;
  const char* signature;
  HookKind kind;
  std::uint64_t size;  // of a plain access; 0: the second argument
};

constexpr Hook kHooks[] = {
    {"heddle_read1", "vpi", HookKind::Read, 1},
    {"heddle_read2", "vpi", HookKind::Read, 2},
    {"heddle_read4", "vpi", HookKind::Read, 4},
    {"heddle_read8", "vpi", HookKind::Read, 8},
    {"heddle_read16", "vpi", HookKind::Read, 16},
    {"heddle_read_range", "vpli", HookKind::Read, 0},
    {"heddle_new_read", "vpli", HookKind::Read, 0},
    {"heddle_new_write", "vpli", HookKind::Write, 0},
    {"heddle_write1", "vpi", HookKind::Write, 1},
    {"heddle_write2", "vpi", HookKind::Write, 2},
    {"heddle_write4", "vpi", HookKind::Write, 4},
    {"heddle_write8", "vpi", HookKind::Write, 8},
    {"heddle_write16", "vpi", HookKind::Write, 16},
    {"heddle_write_range", "vpli", HookKind::Write, 0},
    {"heddle_memcpy", "vppli", HookKind::Copy, 0},
    {"heddle_memmove", "vppli", HookKind::Copy, 0},
    {"heddle_memset", "vpili", HookKind::Fill, 0},
    {"heddle_atomic_load", "lpiii", HookKind::Atomic, 0},
    {"heddle_atomic_store", "vpliii", HookKind::Atomic, 0},
    {"heddle_atomic_rmw", "lpliiii", HookKind::Atomic, 0},
    {"heddle_atomic_cas", "lplliii", HookKind::Atomic, 0},
    {"heddle_atomic_load16", "vppii", HookKind::Atomic, 0},
    {"heddle_atomic_store16", "vppii", HookKind::Atomic, 0},
    {"heddle_atomic_rmw16", "vpppiii", HookKind::Atomic, 0},
    {"heddle_atomic_cas16", "vppppii", HookKind::Atomic, 0},
    {"heddle_guard_load", "bpi", HookKind::Atomic, 0},
    {"heddle_fence", "vii", HookKind::Atomic, 0},
    {"heddle_back_edge", "vi", HookKind::BackEdge, 0},
    {"heddle_loop_head", "vii", HookKind::BackEdge, 0},
    {"heddle_stack_begin", "vpli", HookKind::StackBegin, 0},
    {"heddle_parameter_begin", "vpli", HookKind::StackBegin, 0},
    {"heddle_arguments_begin", "vp", HookKind::Call, 0},
    {"heddle_stack_end", "vpli", HookKind::StackEnd, 0},
    {"heddle_read_outside", "vplllii", HookKind::Outside, 0},
    {"heddle_write_outside", "vplllii", HookKind::Outside, 0},
    {"heddle_read_leap", "vppli", HookKind::Outside, 0},
    {"heddle_write_leap", "vppli", HookKind::Outside, 0},
    {"heddle_runs_forever", "v", HookKind::Call, 0},
    {"heddle_external_call", "vii", HookKind::Call, 0},
    {"heddle_external_pointer", "vp", HookKind::Call, 0},
    {"heddle_indirect_call", "pp", HookKind::Call, 0},
    {"heddle_refused", "vpi", HookKind::Call, 0},
    {"heddle_lock_all", "vppi", HookKind::Call, 0},
    {"heddle_branch", "vi", HookKind::Call, 0},
    {"heddle_returns", "vi", HookKind::Call, 0},
    {"heddle_expectation", "villlll", HookKind::Call, 0},
    {"heddle_decides", "vl", HookKind::Decision, 0},
    {"heddle_undefined", "vpii", HookKind::End, 0},
    {"heddle_uninitialised", "vii", HookKind::End, 0},
};

const Hook* find(StringRef name) {
  if (!name.starts_with("heddle_")) return nullptr;
  static const StringMap<const Hook*> table = [] {
    StringMap<const Hook*> made;
    for (const Hook& hook : kHooks) made[hook.name] = &hook;
    return made;
  }();
  return table.lookup(name);
}

Type* type_for(char letter, LLVMContext& context) {
  switch (letter) {
    case 'v':
      return Type::getVoidTy(context);
    case 'p':
      return PointerType::getUnqual(context);
    case 'b':
      return Type::getInt8Ty(context);
    case 'i':
      return Type::getInt32Ty(context);
    default:
      return Type::getInt64Ty(context);
  }
}

const Hook* hook_of(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr || !callee->isDeclaration() ? nullptr : find(callee->getName());
}

}  // namespace

FunctionType* HookSet::type_of(StringRef hook) {
  const Hook* entry = find(hook);
  assert(entry != nullptr && "not in the table of hooks");
  SmallVector<Type*, 6> parameters;
  for (const char* letter = entry->signature + 1; *letter != 0; ++letter)
    parameters.push_back(type_for(*letter, module_.getContext()));
  return FunctionType::get(type_for(entry->signature[0], module_.getContext()), parameters, false);
}

CallInst* HookSet::call(IRBuilder<>& at, StringRef hook, ArrayRef<Value*> arguments) {
  FunctionCallee callee = module_.getOrInsertFunction(hook, type_of(hook));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  if (hook_kind(function) == HookKind::Outside && !hook.ends_with("_leap")) {  // ends the execution, or does nothing: no reason to keep values in memory
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    function->addParamAttr(0, Attribute::NoCapture);
    function->addFnAttr(Attribute::Cold);
  }
  if (hook_kind(function) == HookKind::Decision) {  // tells what is in a register, and comes back
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    function->setWillReturn();
    function->addFnAttr(Attribute::Cold);
  }
  CallInst* made = at.CreateCall(callee, arguments);
  if (hook == "heddle_loop_head") {
    // No pass may peel the first round off (loop rotation, jump threading): the head of the loop stays one place. And
    // registers that hold nothing any more are not to be compared: no register is saved across this call.
    function->setConvergent();
    function->setCallingConv(CallingConv::PreserveNone);
    made->setConvergent();
    made->setCallingConv(CallingConv::PreserveNone);
  }
  made->addFnAttr(Attribute::NoMerge);  // as for calls that leave the module
  return made;
}

CallInst* HookSet::announce(IRBuilder<>& at, Value* pointer, std::uint64_t size, bool write, std::uint32_t site) {
  bool power = size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
  if (!power) return announce(at, pointer, at.getInt64(size), write, site);
  std::string name = (write ? "heddle_write" : "heddle_read") + std::to_string(size);
  return call(at, name, {pointer, at.getInt32(site)});
}

CallInst* HookSet::announce(IRBuilder<>& at, Value* pointer, Value* size, bool write, std::uint32_t site) {
  return announce(at, pointer, size, write, at.getInt32(site));
}

CallInst* HookSet::announce(IRBuilder<>& at, Value* pointer, Value* size, bool write, Value* site) {
  Value* bytes = at.CreateZExtOrTrunc(size, at.getInt64Ty());
  return call(at, write ? "heddle_write_range" : "heddle_read_range", {pointer, bytes, site});
}

GlobalVariable* HookSet::call_site() {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("heddle_call_site", Type::getInt32Ty(module_.getContext())));
}

GlobalVariable* HookSet::call_before() {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("heddle_call_before", Type::getInt32Ty(module_.getContext())));
}

GlobalVariable* HookSet::thrown_at() {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("heddle_thrown_at", Type::getInt32Ty(module_.getContext())));
}

bool concerns_tool(const Instruction& instruction) {
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return false;
  const StringRef name = pointer->getName();
  return name == "heddle_fill" || name == "heddle_loop_first" || name == "heddle_call_before" ||
         name == "heddle_thrown_at";
}

GlobalVariable* HookSet::fill() {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("heddle_fill", Type::getInt8Ty(module_.getContext())));
}

GlobalVariable* HookSet::loop_first() {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("heddle_loop_first", Type::getInt32Ty(module_.getContext())));
}

void mark_progress(CallInst& back_edge) {
  back_edge.setMetadata("heddle.progress", MDNode::get(back_edge.getContext(), {}));
}

bool makes_progress(const Instruction& back_edge) { return back_edge.getMetadata("heddle.progress") != nullptr; }

void mark_bounded(CallInst& hook) { hook.setMetadata("heddle.bounded", MDNode::get(hook.getContext(), {})); }

bool is_bounded(const CallInst& hook) { return hook.getMetadata("heddle.bounded") != nullptr; }

std::optional<HookKind> hook_kind(const Function* function) {
  if (function == nullptr || !function->isDeclaration()) return std::nullopt;
  const Hook* hook = find(function->getName());
  return hook == nullptr ? std::nullopt : std::optional(hook->kind);
}

std::optional<HookKind> hook_kind(const Instruction& instruction) {
  const Hook* hook = hook_of(instruction);
  return hook == nullptr ? std::nullopt : std::optional(hook->kind);
}

std::optional<HookedAccess> hooked_access(const Instruction& instruction) {
  const Hook* hook = hook_of(instruction);
  if (hook == nullptr || (hook->kind != HookKind::Read && hook->kind != HookKind::Write)) return std::nullopt;
  const auto& call = cast<CallInst>(instruction);
  HookedAccess access{call.getArgOperand(0), std::nullopt, hook->kind == HookKind::Write};
  if (hook->size != 0)
    access.size = hook->size;
  else if (auto* constant = dyn_cast<ConstantInt>(call.getArgOperand(1)))
    access.size = constant->getZExtValue();
  return access;
}

}  // namespace heddle
