// See codegen.h. Main functions: make_target, generate_code.
#include "program/codegen.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>

namespace heddle::program {
namespace {

std::unique_ptr<llvm::TargetMachine> make_target(const std::string& triple, bool optimise, std::string& error) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  options.EmulatedTLS = true;
  // Where the optimiser has found out that code cannot be reached, and is wrong: not on into the next function.
  options.TrapUnreachable = true;
  options.NoTrapAfterNoreturn = true;
  const auto level = optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "x86-64", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level, /*JIT=*/false));
}

}  // namespace

std::string generate_code(llvm::Module& module, bool optimise, std::string& error) {
  if (module.getTargetTriple().empty()) module.setTargetTriple(llvm::sys::getProcessTriple());
  const llvm::Triple triple(module.getTargetTriple());
  if (!triple.isOSBinFormatELF() || triple.getArch() != llvm::Triple::x86_64) {
    error = "code for " + triple.str() + " cannot run here: only 64-bit x86 Linux programs can be checked";
    return {};
  }
  std::unique_ptr<llvm::TargetMachine> target = make_target(triple.str(), optimise, error);
  if (!target) return {};
  module.setDataLayout(target->createDataLayout());

  llvm::raw_string_ostream problems(error);
  if (llvm::verifyModule(module, &problems)) return {};

  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr("disable-tail-calls", "true");
  llvm::TargetLibraryInfoImpl library(triple);
  library.disableAllFunctions();

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(library));
  if (target->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    error = "the code generator cannot write objects for " + triple.str();
    return {};
  }
  passes.run(module);
  return {object.begin(), object.end()};
}

}  // namespace heddle::program
