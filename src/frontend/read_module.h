// Bytes to a module, with everything LLVM has to say kept as text: left to itself it prints, and exits on errors.
#pragma once
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace heddle {

// Takes over the diagnostics of a context for as long as it lives.
class DiagnosticCollector {
 public:
  explicit DiagnosticCollector(llvm::LLVMContext& context);
  ~DiagnosticCollector();
  DiagnosticCollector(const DiagnosticCollector&) = delete;
  DiagnosticCollector& operator=(const DiagnosticCollector&) = delete;

  // Since the last call; sentences without a line end.
  std::string take_errors();
  std::string take_warnings();

 private:
  struct Texts {
    std::string errors, warnings;
  };
  class Handler;
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::DiagnosticHandler> previous_;
  std::shared_ptr<Texts> texts_ = std::make_shared<Texts>();
};

struct ReadModule {
  std::unique_ptr<llvm::Module> module;
  std::string error;  // whole lines, if there is no module
};
ReadModule read_module(llvm::LLVMContext& context, const std::string& file, const std::string& bytes,
                       DiagnosticCollector& diagnostics);

}  // namespace heddle
