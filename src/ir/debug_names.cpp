// Names from debug info. clang splits the absolute path of a file into the part that it shares with the working
// directory and the rest; only the compile unit keeps the source file as it was given, so sources are looked up there.
#include "ir/debug_names.h"

#include <filesystem>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"

namespace heddle {

using namespace llvm;

namespace {

std::string joined(const DIFile* file) {
  std::filesystem::path name(file->getFilename().str());
  if (name.is_absolute()) return name.string();
  return (std::filesystem::path(file->getDirectory().str()) / name).string();
}

std::string normal(const std::string& path) { return std::filesystem::path(path).lexically_normal().string(); }

}  // namespace

bool is_system_file(const std::string& file) {
  std::string path = normal(file);
  // Ours counts as one of the system's: the user's line is the one that uses it.
  if (path.ends_with("/include/heddle.h")) return true;
  return path.empty() || path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") || path.starts_with("<");
}

std::string readable_symbol(StringRef symbol) {
  ItaniumPartialDemangler demangler;
  std::string text = symbol.str();
  if (demangler.partialDemangle(text.c_str()) || !demangler.isFunction()) return demangle(text);
  char* name = demangler.getFunctionName(nullptr, nullptr);
  if (name == nullptr) return demangle(text);
  std::string result(name);
  std::free(name);
  return result;
}

DebugNames::DebugNames(const Module& module) {
  std::error_code ignored;
  working_directory_ = std::filesystem::current_path(ignored).string();
  for (const DICompileUnit* unit : module.debug_compile_units()) {
    const DIFile* given = unit->getFile();
    bool here = given->getDirectory() == working_directory_ || given->getDirectory().empty();
    sources_.emplace(normal(joined(given)), here ? given->getFilename().str() : joined(given));
  }
}

const std::string& DebugNames::file(const DIFile* file) {
  static const std::string unknown = "<unknown>";
  if (file == nullptr) return unknown;
  auto [entry, fresh] = files_.try_emplace(file);
  if (!fresh) return entry->second;
  std::string full = joined(file);
  auto source = sources_.find(normal(full));
  if (source != sources_.end()) return entry->second = source->second;
  bool here = file->getDirectory() == working_directory_ || file->getDirectory().empty();
  return entry->second = here ? file->getFilename().str() : full;
}

std::string DebugNames::scope_prefix(const DIScope* scope) {
  if (scope == nullptr || isa<DIFile>(scope) || isa<DICompileUnit>(scope)) return {};
  if (auto* space = dyn_cast<DINamespace>(scope)) {
    if (space->getExportSymbols()) return scope_prefix(space->getScope());  // inline: std::__cxx11
    std::string name = space->getName().empty() ? "(anonymous namespace)" : space->getName().str();
    return scope_prefix(space->getScope()) + name + "::";
  }
  if (auto* type = dyn_cast<DICompositeType>(scope)) {
    std::string name = type->getName().empty() ? "lambda" : type->getName().str();
    return scope_prefix(type->getScope()) + name + "::";
  }
  if (auto* subprogram = dyn_cast<DISubprogram>(scope)) return function_name(subprogram) + "::";
  if (auto* block = dyn_cast<DILexicalBlockBase>(scope)) return scope_prefix(block->getScope());
  return {};
}

std::string DebugNames::name_in(const DIScope* scope, std::string name) {
  auto* type = dyn_cast_or_null<DICompositeType>(scope);
  if (type != nullptr && type->getName().empty() && name == "operator()")
    return scope_prefix(type->getScope()) + "lambda";
  return scope_prefix(scope) + name;
}

const std::string& DebugNames::function_name(const DISubprogram* subprogram) {
  auto entry = functions_.find(subprogram);
  if (entry != functions_.end()) return entry->second;
  std::string name;
  if (subprogram->getName().empty())
    name = readable_symbol(subprogram->getLinkageName());
  else
    name = name_in(subprogram->getScope(), subprogram->getName().str());
  return functions_[subprogram] = std::move(name);
}

std::string DebugNames::function_name(const Function& function) {
  if (const DISubprogram* subprogram = function.getSubprogram()) return function_name(subprogram);
  return readable_symbol(function.getName());
}

std::string DebugNames::variable_name(const DIVariable* variable) {
  const DIScope* scope = variable->getScope();
  while (auto* block = dyn_cast_or_null<DILexicalBlockBase>(scope)) scope = block->getScope();
  if (auto* subprogram = dyn_cast_or_null<DISubprogram>(scope))
    return function_name(subprogram) + "()::" + variable->getName().str();
  auto* global = dyn_cast<DIGlobalVariable>(variable);
  if (global != nullptr && global->getStaticDataMemberDeclaration() != nullptr)
    scope = global->getStaticDataMemberDeclaration()->getScope();
  return scope_prefix(scope) + variable->getName().str();
}

std::string DebugNames::type_name(const DIType* type) {
  if (type == nullptr) return {};
  if (auto* derived = dyn_cast<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
        if (derived->getName().starts_with("_") || isa_and_nonnull<DICompositeType>(derived->getScope()))
          return type_name(derived->getBaseType());
        return scope_prefix(derived->getScope()) + derived->getName().str();
      case dwarf::DW_TAG_pointer_type: {
        if (derived->getBaseType() == nullptr) return "void *";
        const std::string target = type_name(derived->getBaseType());
        return target.empty() || target.ends_with("*") ? target + (target.empty() ? "" : "*") : target + " *";
      }
      default:
        return type_name(derived->getBaseType());
    }
  }
  if (type->getName().empty()) return {};
  std::string name = type->getName().str();
  // What a person calls std::string, and template arguments that would fill the line.
  if (name.starts_with("basic_string<char,")) name = "string";
  constexpr std::size_t kLongest = 40;
  if (name.size() > kLongest && name.find('<') != std::string::npos) name = name.substr(0, name.find('<')) + "<...>";
  return scope_prefix(type->getScope()) + name;
}

SourcePosition DebugNames::at(const DIFile* where, unsigned line, unsigned column, std::string function) {
  SourcePosition position{file(where), line, column, std::move(function), false};
  position.system = line == 0 || is_system_file(position.file);
  return position;
}

std::vector<SourcePosition> DebugNames::frames(const DILocation* location, const Function& function) {
  std::vector<SourcePosition> result;
  for (; location != nullptr; location = location->getInlinedAt()) {
    const DISubprogram* subprogram = location->getScope()->getSubprogram();
    result.push_back(at(location->getFile(), location->getLine(), location->getColumn(), function_name(subprogram)));
  }
  if (result.empty()) {
    result.push_back(position(function));
    if (result.front().line != 0) result.front().column = 0;
  }
  return result;
}

SourcePosition DebugNames::position(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr) return SourcePosition{"<unknown>", 0, 0, function_name(function), true};
  return at(subprogram->getFile(), subprogram->getLine(), 0, function_name(subprogram));
}

}  // namespace heddle
