// See undefined.h.
#include "program/undefined.h"

#include <fmt/format.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <tuple>
#include <vector>

#include "ir/debug_names.h"

namespace heddle::program {
namespace {

constexpr llvm::StringRef kEmulatedTls = "__emutls_v.";

bool before(const SourcePosition& a, const SourcePosition& b) {
  if ((a.line == 0) != (b.line == 0)) return b.line == 0;
  if (a.system != b.system) return b.system;
  return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
}

// The user's line of an instruction: the innermost frame outside system headers.
SourcePosition position_of(const llvm::Instruction& instruction, DebugNames& names) {
  if (!instruction.getDebugLoc()) return {};
  const std::vector<SourcePosition> frames = names.frames(instruction.getDebugLoc().get(), *instruction.getFunction());
  for (const SourcePosition& frame : frames)
    if (!frame.system) return frame;
  return frames.empty() ? SourcePosition{} : frames.front();
}

SourcePosition position_of(const llvm::GlobalVariable& variable, DebugNames& names) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> descriptions;
  variable.getDebugInfo(descriptions);
  if (descriptions.empty()) return {};
  const llvm::DIGlobalVariable* description = descriptions.front()->getVariable();
  return {names.file(description->getFile()), description->getLine(), 1, {}, false};
}

SourcePosition first_use(const llvm::GlobalValue& value, DebugNames& names) {
  SourcePosition first;
  std::vector<const llvm::User*> work(value.user_begin(), value.user_end());
  std::set<const llvm::User*> seen;
  while (!work.empty()) {
    const llvm::User* user = work.back();
    work.pop_back();
    if (!seen.insert(user).second) continue;
    SourcePosition here;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      here = position_of(*instruction, names);
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(user)) {
      here = position_of(*variable, names);
    } else {
      work.insert(work.end(), user->user_begin(), user->user_end());  // part of a constant
    }
    if (here.line != 0 && (first.line == 0 || before(here, first))) first = here;
  }
  return first;
}

std::string object_name(const llvm::GlobalValue& value) {
  return value.isThreadLocal() ? (kEmulatedTls + value.getName()).str() : value.getName().str();
}

std::string message(llvm::StringRef name, const UndefinedUse& use) {
  llvm::StringRef plain = name;
  plain.consume_front(kEmulatedTls);
  plain.consume_front(kInterceptedPrefix);
  const std::string what =
      fmt::format("error: undefined {} '{}'\n", use.function ? "function" : "variable", llvm::demangle(plain.str()));
  if (use.position.line == 0) return what;
  return fmt::format("{}:{}:{}: {}", use.position.file, use.position.line, use.position.column, what);
}

}  // namespace

UndefinedUses undefined_uses(const llvm::Module& module, const Resolver& resolver) {
  UndefinedUses uses;
  DebugNames names(module);
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() || value.getName().starts_with("llvm.")) continue;
    const std::string name = object_name(value);
    if (!resolver.find(name)) uses[name] = {first_use(value, names), llvm::isa<llvm::Function>(value)};
  }
  return uses;
}

std::string undefined_errors(const std::vector<std::unique_ptr<llvm::object::ObjectFile>>& objects,
                             const Resolver& resolver, const NumberBases& numbers, const UndefinedUses& uses) {
  using llvm::object::SymbolRef;
  llvm::StringSet<> defined, seen;
  for (const auto& object : objects)
    for (const llvm::object::SymbolRef& symbol : object->symbols())
      if ((llvm::cantFail(symbol.getFlags()) & (SymbolRef::SF_Undefined | SymbolRef::SF_Global)) == SymbolRef::SF_Global)
        defined.insert(llvm::cantFail(symbol.getName()));
  std::vector<std::pair<std::string, UndefinedUse>> missing;
  for (const auto& object : objects)
    for (const llvm::object::SymbolRef& symbol : object->symbols()) {
      const std::uint32_t flags = llvm::cantFail(symbol.getFlags());
      if (!(flags & llvm::object::SymbolRef::SF_Undefined) || (flags & llvm::object::SymbolRef::SF_Weak)) continue;
      const std::string name = llvm::cantFail(symbol.getName()).str();
      if (name.empty() || name == "_GLOBAL_OFFSET_TABLE_" || !seen.insert(name).second) continue;
      if (defined.contains(name) || number_of_symbol(name, numbers) || resolver.find(name)) continue;
      const auto use = uses.find(name);
      missing.emplace_back(name, use == uses.end() ? UndefinedUse{{}, true} : use->second);
    }
  std::sort(missing.begin(), missing.end(), [](const auto& a, const auto& b) {
    return before(a.second.position, b.second.position) ||
           (!before(b.second.position, a.second.position) && a.first < b.first);
  });
  std::string text;
  for (const auto& [name, use] : missing) text += message(name, use);
  return text;
}

}  // namespace heddle::program
