// First step: a module that can be hooked without surprises.
//
//   * Attributes that let the optimiser drop, merge or move calls (pure, willreturn, mustprogress, allockind ...) go:
//     with hooks inside, no function is pure any more, and each call of the source is to happen as written.
//   * Bodies of library templates become ours: extern templates (available_externally) and inline functions turn
//     internal and are hooked like user code; where the policy has a model of such a function, its body goes.
//   * Tail calls stay calls: a recursion turned into a loop would have no back-edge hook, and stacks in reports are
//   whole.
//   * Static constructors and destructors are taken out; the machine calls them in every execution. So are functions
//     whose addresses the program itself has put into .init_array, .fini_array and their like.
//   * Aliases are resolved, so that a call says which function it calls.
//   * std::atomic::wait looks once before it sleeps, not sixteen times: the spin changes no outcome and multiplies the
//     schedules.
//   * std::atomic<std::shared_ptr> unlocks with release order. libstdc++ 12 does so without order after a load, which
//     makes a formal race of its own accesses; the program is not to blame for it.
#include <algorithm>
#include <optional>

#include "instrument/context.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr Attribute::AttrKind kMisleading[] = {Attribute::Memory,    Attribute::WillReturn,   Attribute::NoSync,
                                               Attribute::NoFree,    Attribute::Speculatable, Attribute::MustProgress,
                                               Attribute::AllocKind, Attribute::OptimizeNone, Attribute::NoInline};
constexpr Attribute::AttrKind kMisleadingOnPointers[] = {Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly,
                                                         Attribute::NoAlias};

// The JIT resolves it, wherever in the address space it lies.
void resolve_elsewhere(GlobalValue& declaration) {
  declaration.setVisibility(GlobalValue::DefaultVisibility);
  declaration.setDSOLocal(false);
}

void strip_function(Function& function) {
  if (function.isIntrinsic()) return;
  for (Attribute::AttrKind kind : kMisleading) function.removeFnAttr(kind);
  function.removeFnAttr("alloc-family");
  for (Argument& argument : function.args())
    for (Attribute::AttrKind kind : kMisleadingOnPointers) function.removeParamAttr(argument.getArgNo(), kind);
  if (function.isDeclaration()) resolve_elsewhere(function);
  if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked)) return;
  function.addFnAttr(Attribute::SanitizeThread);
  function.addFnAttr("disable-tail-calls", "true");
}

void strip_call(CallBase& call) {
  if (isa<IntrinsicInst>(call)) return;
  for (Attribute::AttrKind kind : kMisleading) call.removeFnAttr(kind);
  call.removeFnAttr("alloc-family");
  for (unsigned i = 0; i < call.arg_size(); ++i)
    for (Attribute::AttrKind kind : kMisleadingOnPointers) call.removeParamAttr(i, kind);
}

void resolve_aliases(Module& module) {
  for (GlobalAlias& alias : make_early_inc_range(module.aliases())) {
    GlobalObject* target = alias.getAliaseeObject();
    if (target == nullptr || alias.getAliasee()->stripPointerCasts() != target) continue;
    alias.replaceAllUsesWith(target);
    alias.eraseFromParent();
  }
}

void claim_library_bodies(Context& context) {
  for (Function& function : context.module) {
    if (function.isDeclaration()) continue;
    bool from_header =
        function.hasAvailableExternallyLinkage() || function.hasLinkOnceLinkage() || function.hasWeakODRLinkage();
    if (from_header && context.policy(function.getName()) == SymbolPolicy::Modelled) {
      function.deleteBody();
      function.setComdat(nullptr);
      function.setVisibility(GlobalValue::DefaultVisibility);
      continue;
    }
    function.setComdat(nullptr);
    if (from_header) {
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setLinkage(GlobalValue::InternalLinkage);
    }
  }
  for (GlobalVariable& global : context.module.globals()) {
    if (global.hasAvailableExternallyLinkage()) continue;
    global.setComdat(nullptr);
    if (global.isDeclaration()) resolve_elsewhere(global);
  }
}

// The predicate that a spinning wait asks first: the first call of bool(Predicate&) in its body.
CallBase* predicate_call(Function& spin) {
  for (Instruction& instruction : instructions(spin)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call) || call->getCalledFunction() == nullptr) continue;
    if (call->getType() == spin.getReturnType() && call->arg_size() == 1 &&
        call->getArgOperand(0)->getType()->isPointerTy())
      return call;
  }
  return nullptr;
}

// bool __atomic_spin(Predicate& predicate, Spin) becomes: return predicate();
void disable_spinning(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with("_ZNSt8__detail13__atomic_spinI")) continue;
    CallBase* asked = predicate_call(function);
    if (asked == nullptr || function.arg_size() == 0 || !function.getReturnType()->isIntegerTy(1)) continue;
    Function* predicate = asked->getCalledFunction();
    AttributeList attributes = asked->getAttributes();
    DebugLoc location = asked->getDebugLoc();
    DISubprogram* subprogram = function.getSubprogram();
    GlobalValue::LinkageTypes linkage = function.getLinkage();
    function.deleteBody();
    function.setLinkage(linkage);
    function.setSubprogram(subprogram);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", &function));
    builder.SetCurrentDebugLocation(location);
    CallInst* answer = builder.CreateCall(predicate, {function.getArg(0)});
    answer->setAttributes(attributes);
    builder.CreateRet(answer);
  }
}

// The lock bit of _Sp_atomic: unlock(memory_order) is given memory_order_relaxed where only readers were inside, and
// _M_wait_unlock has it built in. Relaxed is 0 and release is 3 in the ABI.
void release_shared_ptr_locks(Module& module) {
  IntegerType* order = Type::getInt32Ty(module.getContext());
  ConstantInt *relaxed = ConstantInt::get(order, 0), *release = ConstantInt::get(order, 3);
  for (Function& function : module) {
    if (function.isDeclaration() || !function.getName().starts_with("_ZNKSt10_Sp_atomicI")) continue;
    const bool waits = function.getName().contains("13_Atomic_count14_M_wait_unlock");
    if (!waits && !function.getName().contains("13_Atomic_count6unlock")) continue;
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 3) continue;
      if (!call->getCalledFunction()->getName().contains("9fetch_sub") || call->getArgOperand(2)->getType() != order)
        continue;
      IRBuilder<> builder(call);
      Value* given = call->getArgOperand(2);
      call->setArgOperand(2, builder.CreateSelect(builder.CreateICmpEQ(given, relaxed), release, given));
    }
  }
}

struct Entry {
  std::int64_t priority;
  std::size_t position;  // in the list: keeps the order of equal priorities
  Function* function;
};

constexpr std::int64_t kNoPriority = 65535, kBeforeAll = -1;

// The priority of what lies in such a section, as the linker sorts it: `.init_array.00101`, `.ctors.65434` (from the other
// end), neither of which has to have a number.
std::optional<std::int64_t> priority_in(StringRef section, StringRef array, StringRef old) {
  const bool from_end = section.consume_front(old);
  if (!from_end && !section.consume_front(array)) return std::nullopt;
  std::int64_t number = 0;
  if (section.empty()) return kNoPriority;
  if (!section.consume_front(".") || section.getAsInteger(10, number)) return std::nullopt;
  return from_end ? kNoPriority - number : number;
}

void add_functions(Constant* value, std::int64_t priority, std::vector<Entry>& entries) {
  if (auto* function = dyn_cast<Function>(value->stripPointerCasts()))
    entries.push_back({priority, entries.size(), function});
  else if (isa<ConstantAggregate>(value))
    for (const Use& element : value->operands()) add_functions(cast<Constant>(element), priority, entries);
}

// Pointers that the program has put into the sections by itself. Within a priority they come before what the compiler
// adds, as in an object file; the variables themselves stay.
void add_from_sections(Module& module, StringRef array, StringRef old, std::vector<Entry>& entries) {
  for (GlobalVariable& global : module.globals()) {
    if (!global.hasInitializer() || !global.hasSection()) continue;
    std::optional<std::int64_t> priority = priority_in(global.getSection(), array, old);
    if (array == ".init_array" && global.getSection() == ".preinit_array") priority = kBeforeAll;
    if (!priority) continue;
    add_functions(global.getInitializer(), *priority, entries);
    global.setSection("");
  }
}

void take_out(Module& module, StringRef list, std::vector<Entry>& entries) {
  GlobalVariable* global = module.getGlobalVariable(list);
  if (global == nullptr) return;
  if (global->hasInitializer())
    if (auto* array = dyn_cast<ConstantArray>(global->getInitializer()))
      for (const Use& element : array->operands()) {
        auto* record = dyn_cast<ConstantStruct>(element);
        if (record == nullptr) continue;
        auto* function = dyn_cast<Function>(record->getOperand(1)->stripPointerCasts());
        if (function != nullptr) {
          const auto priority = static_cast<std::int64_t>(cast<ConstantInt>(record->getOperand(0))->getZExtValue());
          entries.push_back({priority, entries.size(), function});
        }
      }
  global->eraseFromParent();
}

std::vector<std::string> publish(const std::vector<Entry>& entries) {
  std::vector<std::string> symbols;
  for (const Entry& entry : entries) {
    if (!entry.function->isDeclaration()) {
      if (!entry.function->hasName()) entry.function->setName("heddle.constructor");
      entry.function->setVisibility(GlobalValue::DefaultVisibility);
      entry.function->setLinkage(GlobalValue::ExternalLinkage);
    }
    symbols.push_back(entry.function->getName().str());
  }
  return symbols;
}

void take_out_constructors(Context& context) {
  auto less = [](const Entry& a, const Entry& b) {
    return std::pair(a.priority, a.position) < std::pair(b.priority, b.position);
  };
  std::vector<Entry> constructors;
  add_from_sections(context.module, ".init_array", ".ctors", constructors);
  take_out(context.module, "llvm.global_ctors", constructors);
  std::sort(constructors.begin(), constructors.end(), less);
  context.out.constructors = publish(constructors);
  std::vector<Entry> destructors;  // in the opposite order
  add_from_sections(context.module, ".fini_array", ".dtors", destructors);
  take_out(context.module, "llvm.global_dtors", destructors);
  std::sort(destructors.begin(), destructors.end(), less);
  std::reverse(destructors.begin(), destructors.end());
  context.out.destructors = publish(destructors);
}

void refuse_file_scope_assembly(Context& context) {
  Function* main = context.module.getFunction("main");
  if (StringRef(context.module.getModuleInlineAsm()).trim().empty()) return;
  context.module.setModuleInlineAsm("");
  if (main != nullptr && !main->isDeclaration())
    context.refuse(*main->getEntryBlock().getFirstInsertionPt(), "file-scope inline assembly");
}

// Where sections begin and end, which only a linker knows. (Of a section that is not there it knows nothing either.)
bool is_linkers(const GlobalVariable& variable) {
  constexpr StringRef kNames[] = {"end",         "_end",         "etext",       "_etext",        "__etext",
                                  "edata",       "_edata",       "__bss_start", "__data_start",  "data_start",
                                  "__executable_start",          "__init_array_start",           "__init_array_end",
                                  "__fini_array_start",          "__fini_array_end",             "__preinit_array_start",
                                  "__preinit_array_end"};
  StringRef name = variable.getName();
  if (!variable.isDeclaration()) return false;
  if (is_contained(kNames, name)) return true;
  if (!name.consume_front("__start_") && !name.consume_front("__stop_")) return false;
  const Module& module = *variable.getParent();
  return any_of(module.global_objects(), [&](const GlobalObject& object) { return object.getSection() == name; });
}

void refuse_uses(Context& context, User& user, StringRef what) {
  Function* main = context.module.getFunction("main");
  if (auto* phi = dyn_cast<PHINode>(&user))
    context.refuse(*phi->getFunction()->getEntryBlock().getFirstInsertionPt(), what);
  else if (auto* instruction = dyn_cast<Instruction>(&user))
    context.refuse(*instruction, what);
  else if (isa<GlobalValue>(user) && main != nullptr && !main->isDeclaration())  // the first value of a variable
    context.refuse(*main->getEntryBlock().getFirstInsertionPt(), what);
  else
    for (User* next : make_early_inc_range(user.users())) refuse_uses(context, *next, what);  // part of a constant
}

void refuse_linkers_symbols(Context& context) {
  for (GlobalVariable& variable : make_early_inc_range(context.module.globals())) {
    if (!is_linkers(variable)) continue;
    const std::string what = "'" + variable.getName().str() + "', which the linker defines,";
    for (User* user : make_early_inc_range(variable.users())) refuse_uses(context, *user, what);
    variable.replaceAllUsesWith(ConstantPointerNull::get(variable.getType()));
    variable.eraseFromParent();
  }
}

}  // namespace

void prepare_module(Context& context) {
  Module& module = context.module;
  resolve_aliases(module);
  claim_library_bodies(context);
  disable_spinning(module);
  shorten_spins(module);
  release_shared_ptr_locks(module);
  take_out_constructors(context);
  for (Function& function : module) {
    strip_function(function);
    for (Instruction& instruction : instructions(function)) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) strip_call(*call);
      // Before anything is inlined: landings.cpp goes by the function that a landing pad was written in.
      if (isa<LandingPadInst>(instruction) && !instruction.getDebugLoc() && function.getSubprogram() != nullptr)
        instruction.setDebugLoc(DILocation::get(module.getContext(), 0, 0, function.getSubprogram()));
      if (instruction.isTerminator() && instruction.hasMetadata(LLVMContext::MD_loop))
        instruction.setMetadata(
            LLVMContext::MD_loop,
            makePostTransformationMetadata(module.getContext(), instruction.getMetadata(LLVMContext::MD_loop),
                                           {"llvm.loop.mustprogress"}, {}));
    }
  }
  open_stream_functions(module);
  refuse_file_scope_assembly(context);
  refuse_linkers_symbols(context);
  hook_returns_of_main(context);
  hook_test_frameworks(context);
  for (Function& function : module)
    if (is_hookable(function)) define_traps(context, function);
  forget_promises(module);
}

}  // namespace heddle
