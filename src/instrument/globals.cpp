// Writable globals: one section, so that the machine copies one range; externally visible, so that they can be looked
// up; and a source name with the layout of the type for each.
#include "instrument/context.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kSection = ".heddle_globals";

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
    found.push_back({&global, variable_of(context, nullptr, &global)});
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
