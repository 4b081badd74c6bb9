// Bitcode and the text of .ll files alike; llvm::parseIR tells them apart.
//
//   DiagnosticCollector   a handler that stores what LLVM reports
//   read_module           parse; make one message of the two ways in which LLVM reports an error
#include "frontend/read_module.h"

#include <fmt/format.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

namespace heddle {

class DiagnosticCollector::Handler : public llvm::DiagnosticHandler {
 public:
  explicit Handler(std::shared_ptr<Texts> texts) : texts_(std::move(texts)) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    std::string* const place = info.getSeverity() == llvm::DS_Error     ? &texts_->errors
                               : info.getSeverity() == llvm::DS_Warning ? &texts_->warnings
                                                                        : nullptr;
    if (place != nullptr) *place += (place->empty() ? "" : "; ") + text;
    return true;
  }

 private:
  std::shared_ptr<Texts> texts_;
};

DiagnosticCollector::DiagnosticCollector(llvm::LLVMContext& context)
    : context_(context), previous_(context.getDiagnosticHandler()) {
  context_.setDiagnosticHandler(std::make_unique<Handler>(texts_));
}

DiagnosticCollector::~DiagnosticCollector() { context_.setDiagnosticHandler(std::move(previous_)); }

std::string DiagnosticCollector::take_errors() { return std::exchange(texts_->errors, {}); }
std::string DiagnosticCollector::take_warnings() { return std::exchange(texts_->warnings, {}); }

ReadModule read_module(llvm::LLVMContext& context, const std::string& file, const std::string& bytes,
                       DiagnosticCollector& diagnostics) {
  ReadModule result;
  llvm::SMDiagnostic wrong;
  result.module = llvm::parseIR(llvm::MemoryBufferRef(bytes, file), wrong, context);
  const std::string errors = diagnostics.take_errors();
  if (result.module && errors.empty()) return result;
  result.module = nullptr;
  if (!errors.empty()) {
    result.error = fmt::format("{}: error: is not valid LLVM bitcode or IR: {}\n", file, errors);
  } else if (wrong.getLineNo() > 0) {
    llvm::raw_string_ostream stream(result.error);
    wrong.print(nullptr, stream, /*ShowColors=*/false);  // FILE:LINE:COLUMN: error: ... and the line
  } else {
    result.error = fmt::format("{}: error: is not valid LLVM bitcode or IR: {}\n", file, wrong.getMessage().str());
  }
  return result;
}

}  // namespace heddle
