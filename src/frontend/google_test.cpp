// See google_test.h.
#include "frontend/google_test.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "frontend/read_module.h"

namespace heddle {
namespace {

constexpr std::array<std::string_view, 4> kLibraries = {"gtest", "gtest_main", "gmock", "gmock_main"};
constexpr const char* kSources = "/usr/src/googletest/";
// Defined in the two libraries, and used by every test and by every mock.
constexpr const char* kGoogleTest = "_ZN7testing8internal23MakeAndRegisterTestInfo";
constexpr const char* kGoogleMock = "_ZN7testing8internal25UntypedFunctionMockerBase";

bool is_installed() {
  std::error_code ignored;
  return std::filesystem::exists(std::string(kSources) + "googletest/src/gtest-all.cc", ignored);
}

bool mentions(const std::vector<Bitcode>& units, const char* name) {
  return std::any_of(units.begin(), units.end(),
                     [&](const Bitcode& unit) { return unit.bytes.find(name) != std::string::npos; });
}

// Which of the names that begin like this are defined in these units?
class Defined {
 public:
  explicit Defined(const std::vector<Bitcode>& units) {
    for (const Bitcode& unit : units) {
      llvm::LLVMContext context;
      DiagnosticCollector diagnostics(context);
      llvm::SMDiagnostic wrong;
      // Names only: bodies and debug information of bitcode stay unread.
      const std::unique_ptr<llvm::Module> module = llvm::getLazyIRModule(
          llvm::MemoryBuffer::getMemBufferCopy(unit.bytes, unit.file), wrong, context, /*ShouldLazyLoadMetadata=*/true);
      if (!module) continue;  // the linker will say what is wrong
      for (const llvm::Function& function : *module)
        if (!function.isDeclarationForLinker() && !function.hasLocalLinkage()) names_.insert(function.getName().str());
    }
  }
  bool has(const std::string& beginning) const {
    const auto next = names_.lower_bound(beginning);
    return next != names_.end() && next->starts_with(beginning);
  }

 private:
  std::set<std::string> names_;
};

}  // namespace

bool is_google_test_library(std::string_view name) {
  return std::find(kLibraries.begin(), kLibraries.end(), name) != kLibraries.end();
}

GoogleTestSources missing_google_test(const std::vector<Bitcode>& units) {
  GoogleTestSources sources;
  if (!mentions(units, kGoogleTest)) return sources;
  const Defined defined(units);
  sources.needed = !defined.has(kGoogleTest);
  if (!sources.needed || !is_installed()) return sources;
  const std::string root = kSources;
  const bool mocks = mentions(units, kGoogleMock) && !defined.has(kGoogleMock);
  sources.flags = {"-I", root + "googletest"};
  sources.files = {root + "googletest/src/gtest-all.cc"};
  if (mocks) {
    sources.flags.insert(sources.flags.end(), {"-I", root + "googlemock"});
    sources.files.push_back(root + "googlemock/src/gmock-all.cc");
  }
  if (!defined.has("main"))
    sources.files.push_back(root + (mocks ? "googlemock/src/gmock_main.cc" : "googletest/src/gtest_main.cc"));
  return sources;
}

std::string advice_about_library(std::string_view path) {
  const std::string name = std::filesystem::path(path).stem().string();
  if (!name.starts_with("lib") || !is_google_test_library(std::string_view(name).substr(3))) return {};
  return "; install the package googletest: then its sources are used instead";
}

}  // namespace heddle
