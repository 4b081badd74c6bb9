// See library_bitcode.h. The build passes the path of the bitcode file in HEDDLE_LIBRARY_BITCODE; the assembler puts its
// bytes into the read-only data of this object.
#include "program/library_bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "model/symbol_policy.h"

__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "heddle_library_begin:\n"
    ".incbin \"" HEDDLE_LIBRARY_BITCODE
    "\"\n"
    "heddle_library_end:\n"
    ".byte 0\n"
    ".popsection\n"
    ".globl heddle_library_begin, heddle_library_end\n"
    ".hidden heddle_library_begin, heddle_library_end\n");

extern "C" const char heddle_library_begin[] __attribute__((visibility("hidden")));
extern "C" const char heddle_library_end[] __attribute__((visibility("hidden")));

namespace heddle::program {
namespace {

// What the machine models needs no version here. A body that clang only lent for inlining (extern templates) gives way
// to ours.
bool wants(llvm::Module& program, const llvm::Function& ours) {
  const SymbolPolicy policy = symbol_rule({ours.getName().data(), ours.getName().size()}).policy;
  if (policy == SymbolPolicy::Modelled || policy == SymbolPolicy::Intercepted) return false;
  llvm::Function* theirs = program.getFunction(ours.getName());
  if (!theirs) return false;
  if (theirs->hasAvailableExternallyLinkage()) {
    theirs->deleteBody();
    theirs->setComdat(nullptr);
  }
  return theirs->isDeclaration();
}

}  // namespace

bool link_library(llvm::Module& program, std::string& error) {
  const llvm::StringRef bytes(heddle_library_begin, static_cast<std::size_t>(heddle_library_end - heddle_library_begin));
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "heddle library"), program.getContext());
  if (!library) {
    error = llvm::toString(library.takeError());
    return false;
  }
  bool wanted = false;
  for (const llvm::Function& function : **library)
    if (!function.isDeclaration() && function.hasExternalLinkage()) wanted |= wants(program, function);
  if (!wanted) return true;
  (*library)->setTargetTriple(program.getTargetTriple());
  (*library)->setDataLayout(program.getDataLayout());
  if (llvm::Linker::linkModules(program, std::move(*library), llvm::Linker::Flags::LinkOnlyNeeded)) {
    error = "the versions of library functions that come with the tool do not link with the program";
    return false;
  }
  return true;
}

}  // namespace heddle::program
