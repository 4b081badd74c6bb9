// See lean_debug_info.h. Every location is made anew, with a subprogram of a unit that is the same in all programs.
// Types, variables and scopes inside functions go; a file that differs from that of the function stays with its lines.
#include "instrument/lean_debug_info.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"

namespace heddle {

using namespace llvm;

namespace {

class LeanDebugInfo {
 public:
  explicit LeanDebugInfo(Module& module) : context_(module.getContext()) {
    if (NamedMDNode* units = module.getNamedMetadata("llvm.dbg.cu")) units->eraseFromParent();
    DIBuilder builder(module);
    // "For profiling": lines only, but with the linker-level names of functions, by which reports know them.
    unit_ =
        builder.createCompileUnit(dwarf::DW_LANG_C_plus_plus_14, builder.createFile("program", "/"), "heddle", true, "",
                                  0, "", DICompileUnit::LineTablesOnly, 0, false, /*DebugInfoForProfiling=*/true);
    builder.finalize();
    type_ = DISubroutineType::get(context_, DINode::FlagZero, 0, MDTuple::get(context_, {nullptr}));
  }

  void replace(Function& function) {
    DISubprogram* subprogram = function.getSubprogram();
    const bool described = subprogram != nullptr && !function.isDeclaration();
    function.setSubprogram(described ? lean(subprogram) : nullptr);
    for (Instruction& instruction : instructions(function)) {
      if (DILocation* location = instruction.getDebugLoc()) instruction.setDebugLoc(lean(location));
      instruction.setMetadata("heapallocsite", nullptr);  // the type of what is allocated
      updateLoopMetadataDebugLocations(
          instruction, [](Metadata* part) -> Metadata* { return isa_and_nonnull<DILocation>(part) ? nullptr : part; });
    }
  }

 private:
  DISubprogram* lean(DISubprogram* from) {
    DISubprogram*& to = subprograms_[from];
    if (to == nullptr)
      to =
          DISubprogram::getDistinct(context_, from->getFile(), from->getName(), from->getLinkageName(), from->getFile(),
                                    from->getLine(), type_, from->getScopeLine(), nullptr, 0, 0, DINode::FlagZero,
                                    DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized, unit_);
    return to;
  }

  DILocation* lean(DILocation* from) {
    if (DILocation* known = locations_.lookup(from)) return known;
    DILocation* inlined_at = from->getInlinedAt() == nullptr ? nullptr : lean(from->getInlinedAt());
    DISubprogram* subprogram = lean(from->getScope()->getSubprogram());
    DILocalScope* scope = subprogram;
    if (from->getFile() != subprogram->getFile())
      scope = DILexicalBlockFile::get(context_, subprogram, from->getFile(), 0);
    const unsigned line = from->getLine(), column = from->getColumn();
    return locations_[from] = from->isDistinct() ? DILocation::getDistinct(context_, line, column, scope, inlined_at)
                                                 : DILocation::get(context_, line, column, scope, inlined_at);
  }

  LLVMContext& context_;
  DICompileUnit* unit_;
  DISubroutineType* type_;
  DenseMap<DISubprogram*, DISubprogram*> subprograms_;
  DenseMap<DILocation*, DILocation*> locations_;
};

}  // namespace

void make_debug_info_lean(Module& module) {
  LeanDebugInfo lean(module);
  for (Function& function : module) lean.replace(function);
  for (GlobalVariable& global : module.globals()) global.eraseMetadata(LLVMContext::MD_dbg);
}

}  // namespace heddle
