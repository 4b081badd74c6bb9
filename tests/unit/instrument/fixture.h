// Compiles a snippet as the front end does, instruments it and counts calls of hooks in its functions.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "instrument/instrument.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

inline SymbolPolicy test_policy(std::string_view name) {
  if (name == "refused_function") return SymbolPolicy::Refused;
  if (name == "unknown_function") return SymbolPolicy::Unknown;
  if (name == "harmless_function") return SymbolPolicy::Forwarded;
  if (name.find("modelled_inline") != std::string_view::npos) return SymbolPolicy::Modelled;
  return name.starts_with("_ZN") ? SymbolPolicy::Unknown : SymbolPolicy::Intercepted;
}

inline InstrumentOptions plain_options() {  // hooks as inserted
  InstrumentOptions options;
  options.optimise = false;
  options.drop_redundant = false;
  options.policy = test_policy;
  return options;
}

struct Program {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Instrumentation result;
  std::string directory;

  explicit Program(const std::string& source, const std::string& extension = "c",
                   const InstrumentOptions& options = plain_options(), const std::string& flags = "") {
    char name[] = "/tmp/heddle-instrument-XXXXXX";
    directory = mkdtemp(name);
    std::ofstream(directory + "/test." + extension) << source;
    if (extension != "ll") compile(extension, flags);
    load(directory + (extension == "ll" ? "/test.ll" : "/test.bc"), options);
    std::filesystem::remove_all(directory);
  }

  void compile(const std::string& extension, const std::string& flags) {
    std::string compiler = extension == "c" ? "clang-19" : "clang++-19 -std=c++20";
    std::string command =
        "cd " + directory + " && " + compiler +
        " -O1 -g -fPIC -D_GLIBCXX_TSAN=1 -Xclang -disable-llvm-passes -D__NO_INLINE__ -emit-llvm -w -c " + flags +
        " test." + extension + " -o test.bc";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("does not compile");
  }
  llvm::Function* function(const std::string& name) {
    for (llvm::Function& f : *module)
      if (f.getName() == name || llvm::demangle(f.getName()).starts_with(name + "(")) return &f;
    return nullptr;
  }

  // Calls in one function of callees whose name begins like that.
  int count(const std::string& in, const std::string& callee) {
    llvm::Function* f = function(in);
    EXPECT_NE(f, nullptr) << in;
    int n = 0;
    if (f != nullptr)
      for (llvm::Instruction& i : llvm::instructions(*f)) n += calls(i, callee);
    return n;
  }
  int count_all(const std::string& callee) {
    int n = 0;
    for (llvm::Function& f : *module)
      for (llvm::Instruction& i : llvm::instructions(f)) n += calls(i, callee);
    return n;
  }
  llvm::CallInst* first_call(const std::string& in, const std::string& callee) {
    for (llvm::Instruction& i : llvm::instructions(*function(in)))
      if (calls(i, callee)) return llvm::cast<llvm::CallInst>(&i);
    return nullptr;
  }
  const Site& site_of(llvm::CallInst* call, unsigned argument) {
    auto id = llvm::cast<llvm::ConstantInt>(call->getArgOperand(argument))->getZExtValue();
    return result.sites[SiteId(static_cast<std::uint32_t>(id))];
  }
  const GlobalName* global(const std::string& name) {
    for (const GlobalName& g : result.globals)
      if (result.variables[g.variable].name == name) return &g;
    return nullptr;
  }

 private:
  void load(const std::string& file, const InstrumentOptions& options) {
    llvm::SMDiagnostic problem;
    module = llvm::parseIRFile(file, problem, context);
    if (!module) throw std::runtime_error(problem.getMessage().str());
    result = instrument(*module, options);
    EXPECT_EQ(result.error.value_or(""), "");
    std::string text;
    llvm::raw_string_ostream stream(text);
    EXPECT_FALSE(llvm::verifyModule(*module, &stream)) << text;
  }
  static bool calls(const llvm::Instruction& i, const std::string& callee) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (call == nullptr || call->getCalledFunction() == nullptr) return false;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    return name.starts_with(callee) || (name.starts_with("heddle_new_") && hook_without_question(*call) == callee);
  }
  // The hook that stood here before the question whether it need be called.
  static std::string hook_without_question(const llvm::CallInst& call) {
    const auto size = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
    const bool write = call.getCalledFunction()->getName() == "heddle_new_write";
    return (write ? "heddle_write" : "heddle_read") + std::to_string(size);
  }
};

}  // namespace heddle
