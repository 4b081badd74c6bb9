// See source_names.h.
#include "program/source_names.h"

#include <llvm/IR/DebugInfo.h>

#include <filesystem>

#include "ir/debug_names.h"

namespace heddle::program {
namespace {

std::string normal(const std::filesystem::path& path) { return path.lexically_normal().string(); }

std::string absolute(const llvm::DIFile& file) {
  return normal(std::filesystem::path(file.getDirectory().str()) / file.getFilename().str());
}

}  // namespace

SourceNames::SourceNames(const llvm::Module& module) {
  DebugNames names(module);
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  auto add_file = [&](const llvm::DIFile* file) {
    if (file) files_.try_emplace(absolute(*file), names.file(file));
  };
  for (const llvm::DISubprogram* subprogram : finder.subprograms()) {
    const llvm::StringRef linkage = subprogram->getLinkageName();
    functions_.try_emplace((linkage.empty() ? subprogram->getName() : linkage).str(), names.function_name(subprogram));
    add_file(subprogram->getFile());
  }
  for (const llvm::DICompileUnit* unit : finder.compile_units()) add_file(unit->getFile());
  for (const llvm::DIScope* scope : finder.scopes()) add_file(scope->getFile());
}

std::string SourceNames::function(const std::string& linkage_name) const {
  const auto found = functions_.find(linkage_name);
  return found == functions_.end() ? readable_symbol(linkage_name) : found->second;
}

std::string SourceNames::file(const std::string& path) const {
  // The directory of our own versions of library functions is no real one; DWARF readers put the working directory
  // before it.
  const std::size_t ours = path.find("/<heddle library>/");
  const auto found = files_.find(normal(ours == std::string::npos ? path : path.substr(ours + 1)));
  return found == files_.end() ? path : found->second;
}

}  // namespace heddle::program
