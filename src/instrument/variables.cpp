// The source variable behind a global or a stack slot: name, type, where it is declared. Each is entered once into the
// table of the image, when somebody first has something to say about it.
#include "instrument/bounds.h"
#include "instrument/context.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

namespace heddle {

using namespace llvm;

namespace {

// Linker-level name -> "guard of worker()::calls" or whatever the demangler says. The linker of modules appends ".1"
// and so on to local names that occur twice.
std::string name_from_symbol(Context& context, StringRef symbol);

std::string source_name(Context& context, const GlobalVariable& global, StringRef symbol) {
  SmallVector<DIGlobalVariableExpression*, 1> info;
  global.getDebugInfo(info);
  if (!info.empty() && !info[0]->getVariable()->getName().empty())
    return context.names.variable_name(info[0]->getVariable());
  return name_from_symbol(context, symbol);
}

std::string name_from_symbol(Context& context, StringRef symbol) {
  if (symbol.starts_with("_ZGV")) {
    std::string guarded = ("_Z" + symbol.drop_front(4)).str();
    if (GlobalVariable* variable = context.module.getGlobalVariable(guarded, true))
      return "guard of " + source_name(context, *variable, guarded);
    return "guard of " + readable_symbol(guarded);
  }
  auto [stem, suffix] = symbol.rsplit('.');
  unsigned number = 0;
  bool counted = !suffix.empty() && !stem.empty() && !suffix.getAsInteger(10, number);
  return readable_symbol(counted ? stem : symbol);
}

Variable describe_global(Context& context, const GlobalVariable& global) {
  Variable variable;
  variable.name = source_name(context, global, global.getName());
  variable.size = context.module.getDataLayout().getTypeAllocSize(global.getValueType());
  SmallVector<DIGlobalVariableExpression*, 1> info;
  global.getDebugInfo(info);
  if (!info.empty()) {
    const DIGlobalVariable* source = info[0]->getVariable();
    variable.type = context.types.layout(source->getType());
    variable.file = context.names.file(source->getFile());
    variable.line = source->getLine();
  }
  return variable;
}

// An object of a class that is passed by value lies in a slot of the caller, and only the callee has a name for it.
const DILocalVariable* handed_parameter(const Value& slot) {
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

Variable describe_slot(Context& context, const Function& function, const Value& slot, Type* type) {
  Variable variable;
  variable.size = context.module.getDataLayout().getTypeAllocSize(type);
  const DILocalVariable* source = slot_variable(&slot);
  if (source == nullptr) source = handed_parameter(slot);
  if (source != nullptr) {
    variable.name = source->getName().str();
    variable.type = context.types.layout(source->getType());
    variable.file = context.names.file(source->getFile());
    variable.line = source->getLine();
  } else {
    variable.name = "temporary of " + context.names.function_name(function);
  }
  return variable;
}

}  // namespace

std::uint32_t variable_of(Context& context, const Function* function, const Value* object) {
  auto [entry, fresh] = context.variables.try_emplace(object, kNoVariable);
  if (!fresh) return entry->second;
  std::uint32_t index = kNoVariable;
  if (auto* global = dyn_cast<GlobalVariable>(object))
    index = context.out.variables.add(describe_global(context, *global));
  else if (auto* slot = dyn_cast<AllocaInst>(object))
    index = context.out.variables.add(describe_slot(context, *function, *slot, slot->getAllocatedType()));
  else if (auto* argument = dyn_cast<Argument>(object); argument != nullptr && argument->hasByValAttr())
    index = context.out.variables.add(describe_slot(context, *function, *argument, argument->getParamByValType()));
  return context.variables[object] = index;
}

}  // namespace heddle
