// See codegen.h. Main functions: make_target, add_passes, generate_code.
#include "program/codegen.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>

#include "program/frame_notes.h"

namespace heddle::program {
namespace {

std::unique_ptr<llvm::LLVMTargetMachine> make_target(const std::string& triple, bool optimise, std::string& error) {
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
  return std::unique_ptr<llvm::LLVMTargetMachine>(static_cast<llvm::LLVMTargetMachine*>(target->createTargetMachine(
      triple, "x86-64", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level, /*JIT=*/false)));
}

// What addPassesToEmitFile adds, and our notes between the last pass and the printer. False: that is not possible.
bool add_passes(llvm::LLVMTargetMachine& target, llvm::legacy::PassManager& passes, llvm::raw_pwrite_stream& object) {
  auto* const functions = new llvm::MachineModuleInfoWrapperPass(&target);
  llvm::TargetPassConfig* const config = target.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses()) return false;
  config->addMachinePasses();
  config->setInitialized();
  llvm::Expected<std::unique_ptr<llvm::MCStreamer>> streamer =
      target.createMCStreamer(object, nullptr, llvm::CodeGenFileType::ObjectFile, functions->getMMI().getContext());
  if (!streamer) return llvm::consumeError(streamer.takeError()), false;
  llvm::AsmPrinter* const printer = target.getTarget().createAsmPrinter(target, std::move(*streamer));
  if (printer == nullptr) return false;
  add_frame_notes(passes, *printer);
  passes.add(printer);
  passes.add(llvm::createFreeMachineFunctionPass());
  return true;
}

}  // namespace

std::string generate_code(llvm::Module& module, bool optimise, std::string& error) {
  if (module.getTargetTriple().empty()) module.setTargetTriple(llvm::sys::getProcessTriple());
  const llvm::Triple triple(module.getTargetTriple());
  if (!triple.isOSBinFormatELF() || triple.getArch() != llvm::Triple::x86_64) {
    error = "code for " + triple.str() + " cannot run here: only 64-bit x86 Linux programs can be checked";
    return {};
  }
  std::unique_ptr<llvm::LLVMTargetMachine> target = make_target(triple.str(), optimise, error);
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
  if (!add_passes(*target, passes, stream)) {
    error = "the code generator cannot write objects for " + triple.str();
    return {};
  }
  passes.run(module);
  return {object.begin(), object.end()};
}

}  // namespace heddle::program
