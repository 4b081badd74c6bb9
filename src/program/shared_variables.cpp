// See shared_variables.h.
#include "program/shared_variables.h"

#include "program/load_error.h"
#include "program/resolver.h"

namespace heddle::program {
namespace {

constexpr llvm::StringRef kSharedSection = ".heddle_shared";

}  // namespace

void share_variables(llvm::Module& module, bool among_processes) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getSection() != kSharedSection) continue;
    variable.setSection("");
    if (!among_processes || variable.isDeclaration()) continue;
    // What is placed by the loader begins as zero.
    if (!variable.getInitializer()->isNullValue()) fail("heddle: error: internal: a shared variable that is not zero");
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    variable.setInitializer(nullptr);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setComdat(nullptr);
    variable.setName(kSharedPrefix + std::to_string(size) + "." + variable.getName());
  }
}

void add_shared_variables(const llvm::object::ObjectFile& object, SharedVariables& into) {
  for (const llvm::object::SymbolRef& symbol : object.symbols()) {
    llvm::StringRef name = llvm::cantFail(symbol.getName());
    const std::string whole = name.str();
    if (!name.consume_front(kSharedPrefix)) continue;
    std::uint64_t size = 0;
    if (!name.consumeInteger(10, size)) into[whole] = size;
  }
}

}  // namespace heddle::program
