// Words for what the analysis talks about: places of instructions, objects and fields of memory.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "ir/debug_names.h"
#include "ir/debug_types.h"
#include "static/points_to.h"

namespace heddle::analysis {

// Where something happens: the innermost line of the user's, what lies inside of it (system headers) and outside.
struct NamedPlace {
  SourcePosition position;
  std::vector<SourcePosition> inside, outside;  // innermost first
};

class Names {
 public:
  Names(const llvm::Module& module, const Locations& locations)
      : locations_(locations), names_(module), types_(variables_) {}

  const NamedPlace& place(const llvm::Instruction& instruction);
  std::string function(const llvm::Function& function) { return names_.function_name(function); }
  // "queue.head", "heap block from a.c:12 + 8"; `repeated` elements are shown as [].
  std::string memory(LocationIndex location);

 private:
  std::uint32_t variable(const Object& object);

  const Locations& locations_;
  DebugNames names_;
  VariableTable variables_;
  DebugTypes types_;
  std::map<const llvm::Value*, std::uint32_t> known_;
  std::map<const llvm::Instruction*, NamedPlace> places_;  // there can be many findings at few places
};

}  // namespace heddle::analysis
