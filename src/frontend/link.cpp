// llvm::Linker does the work. What it would report badly is checked before: symbols that two files define (it names
// neither file), modules for another machine (it only warns), and after: a main that can be called.
//
//   link_units     for each unit: read_module, check_target, note_definitions, Linker::linkInModule; then check_main
#include "frontend/link.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Linker/Linker.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <unordered_map>

#include "frontend/read_module.h"

namespace heddle {
namespace {

// The line of a definition, 0 if the module does not say.
unsigned line_of(const llvm::GlobalValue& value) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value))
    return function->getSubprogram() != nullptr ? function->getSubprogram()->getLine() : 0;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    variable->getDebugInfo(expressions);
    if (!expressions.empty()) return expressions[0]->getVariable()->getLine();
  }
  return 0;
}

std::string place(const std::string& file, unsigned line) {
  return line == 0 ? file : fmt::format("{}:{}", file, line);
}

// Of every symbol that only one unit may define, where that is.
class Definitions {
 public:
  // The message about symbols that were defined before, or nothing.
  std::string note(const llvm::Module& module, const std::string& file) {
    std::string wrong;
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (!value.hasExternalLinkage() || value.isDeclaration()) continue;
      const std::string here = place(file, line_of(value));
      const auto [first, fresh] = places_.try_emplace(value.getName().str(), here);
      if (fresh) continue;
      wrong += fmt::format("{}: error: duplicate definition of '{}', first defined in {}\n", here,
                           llvm::demangle(value.getName()), first->second);
    }
    return wrong;
  }

 private:
  std::unordered_map<std::string, std::string> places_;
};

// An empty data layout fits everything, as handwritten IR often has none.
std::string check_target(const llvm::Module& module, const std::string& file, const llvm::Module* linked,
                         const std::string& first_file) {
  const llvm::Triple here(llvm::sys::getProcessTriple());
  const llvm::Triple triple(module.getTargetTriple());
  if (!module.getTargetTriple().empty() && triple.getArch() != here.getArch())
    return fmt::format("{}: error: is compiled for {}, which this machine ({}) cannot run\n", file, triple.str(),
                       here.str());
  const std::string& layout = module.getDataLayoutStr();
  if (linked != nullptr && !layout.empty() && !linked->getDataLayoutStr().empty() &&
      layout != linked->getDataLayoutStr())
    return fmt::format("{}: error: has another data layout than {}: the two cannot be linked\n", file, first_file);
  return {};
}

std::string check_main(const llvm::Module& module, const std::string& first_file) {
  const llvm::Function* main = module.getFunction("main");
  if (main == nullptr || main->isDeclaration() || main->hasLocalLinkage())
    return fmt::format("{}: error: the program has no function main (one in a library that was not built with 'heddle cc' "
                       "or 'heddle c++' does not count)\n",
                       first_file);
  // int main(), main(int), main(int, char**), main(int, char**, char**): all may be called with three arguments. The
  // status of a main that returns nothing is unspecified (C17 5.1.2.2.3): it is taken for 0.
  const bool returns = main->getReturnType()->isIntegerTy(32) || main->getReturnType()->isVoidTy();
  bool good = returns && main->arg_size() <= 3;
  for (const llvm::Argument& argument : main->args())
    good = good && (argument.getArgNo() == 0 ? argument.getType()->isIntegerTy(32) : argument.getType()->isPointerTy());
  if (good) return {};
  return fmt::format("{}: error: main must return int or nothing, and take nothing, (int, char**) or (int, char**, char**)\n",
                     place(first_file, line_of(*main)));
}

LinkResult failed(std::string message) {
  LinkResult result;
  result.error = CompileError{std::move(message)};
  return result;
}

}  // namespace

LinkResult link_units(llvm::LLVMContext& context, std::vector<Bitcode> units, bool needs_main) {
  if (units.empty()) return failed("heddle: error: no source file\n");
  DiagnosticCollector diagnostics(context);
  Definitions definitions;
  LinkResult result;
  std::string duplicates, main_file = units[0].file;
  for (Bitcode& unit : units) {
    ReadModule read = read_module(context, unit.file, unit.bytes, diagnostics);
    unit.bytes = {};
    if (!read.module) return failed(read.error);
    const std::string wrong = check_target(*read.module, unit.file, result.module.get(), units[0].file);
    if (!wrong.empty()) return failed(wrong);
    duplicates += definitions.note(*read.module, unit.file);
    if (!duplicates.empty()) continue;  // the other units may hold more of them
    if (const llvm::Function* main = read.module->getFunction("main"); main != nullptr && !main->isDeclaration())
      main_file = unit.file;
    if (!result.module) {
      result.module = std::move(read.module);
    } else if (llvm::Linker::linkModules(*result.module, std::move(read.module))) {
      return failed(fmt::format("{}: error: cannot be linked: {}\n", unit.file, diagnostics.take_errors()));
    }
    const std::string warnings = diagnostics.take_warnings();
    if (!warnings.empty()) result.warnings += fmt::format("{}: warning: {}\n", unit.file, warnings);
  }
  if (!duplicates.empty()) return failed(duplicates);
  const std::string wrong = needs_main ? check_main(*result.module, main_file) : std::string{};
  if (!wrong.empty()) return failed(wrong);
  return result;
}

}  // namespace heddle
