// Writable globals: one section, so that the machine copies one range; externally visible, so that they can be looked
// up; and a source name with the layout of the type for each.
#include "instrument/context.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kSection = ".heddle_globals";

// Linker-level name -> "guard of worker()::calls" or whatever the demangler says. The linker of modules appends ".1"
// and so on to local names that occur twice.
std::string name_from_symbol(Context& context, StringRef symbol);

std::string source_name(Context& context, GlobalVariable& global, StringRef symbol) {
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

std::uint32_t add_variable(Context& context, GlobalVariable& global, StringRef symbol) {
  Variable variable;
  variable.name = source_name(context, global, symbol);
  variable.size = context.module.getDataLayout().getTypeAllocSize(global.getValueType());
  SmallVector<DIGlobalVariableExpression*, 1> info;
  global.getDebugInfo(info);
  if (!info.empty()) {
    const DIGlobalVariable* source = info[0]->getVariable();
    variable.type = context.types.layout(source->getType());
    variable.file = context.names.file(source->getFile());
    variable.line = source->getLine();
  }
  return context.out.variables.add(std::move(variable));
}

void publish(GlobalVariable& global) {
  // A local name may be that of a function or variable of the process; its own suffix keeps them apart.
  if (global.hasLocalLinkage() || !global.hasName())
    global.setName((global.hasName() ? global.getName() : "unnamed") + ".local");
  global.setLinkage(GlobalValue::ExternalLinkage);
  global.setVisibility(GlobalValue::DefaultVisibility);
  global.setDLLStorageClass(GlobalValue::DefaultStorageClass);
}

}  // namespace

void collect_globals(Context& context) {
  struct Found {
    GlobalVariable* global;
    std::uint32_t variable;
  };
  std::vector<Found> found;
  for (GlobalVariable& global : context.module.globals()) {
    if (global.isDeclarationForLinker() || global.isConstant() || global.getName().starts_with("llvm.")) continue;
    found.push_back({&global, add_variable(context, global, global.getName())});
    context.expressions.name(&global, context.out.variables[found.back().variable].name);
  }
  // Names first, renaming after: a guard is named by the symbol of what it guards.
  for (auto [global, variable] : found) {
    publish(*global);
    std::uint64_t size = context.out.variables[variable].size;
    if (global->isThreadLocal()) {
      context.out.thread_locals.push_back({("__emutls_v." + global->getName()).str(), variable, size});
      continue;
    }
    global->setSection(kSection);
    if (size > 0) context.out.globals.push_back({global->getName().str(), variable, size});
  }
}

}  // namespace heddle
