// Compiles a snippet as the front end does and takes it through the stages of the static analysis.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "frontend/compile.h"
#include "frontend/link.h"
#include "ir/library_bitcode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "static/analyze.h"
#include "static/flow.h"
#include "static/names.h"
#include "static/normalise.h"

namespace heddle::analysis {

inline std::vector<Bitcode> compiled(const std::string& source, const std::string& extension) {
  char name[] = "/tmp/heddle-static-XXXXXX";
  const std::string directory = mkdtemp(name);
  const std::string file = directory + "/test." + extension;
  std::ofstream(file) << source;
  CompileRequest request;
  request.files = {file};
  if (extension != "c") request.flags = {"-std=c++20"};
  CompileResult result = compile(request);
  std::filesystem::remove_all(directory);
  if (result.error) throw std::runtime_error(result.error->message);
  return std::move(result.units);
}

struct Stages {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<PointsTo> points_to;
  std::unique_ptr<Multiplicity> multiplicity;
  std::unique_ptr<AccessTable> accesses;
  std::unique_ptr<LockTable> locks;
  std::unique_ptr<Names> names;

  explicit Stages(const std::string& source, const std::string& extension = "c") {
    LinkResult linked = link_units(context, compiled(source, extension));
    if (linked.error) throw std::runtime_error(linked.error->message);
    module = std::move(linked.module);
    link_library(*module);
    normalise(*module, {}, {});
    points_to = std::make_unique<PointsTo>(*module, std::vector{module->getFunction(kStart)});
    multiplicity = std::make_unique<Multiplicity>(*points_to, false);
    accesses = std::make_unique<AccessTable>(*points_to, *multiplicity);
    locks = std::make_unique<LockTable>(*points_to, *multiplicity);
    names = std::make_unique<Names>(*module, points_to->locations());
  }

  // What the pointer stored in a global variable can point to.
  std::set<std::string> stored_in(const std::string& variable) {
    const auto object = points_to->object_of(module->getNamedValue(variable));
    std::set<std::string> result;
    if (!object) return result;
    for (const LocationIndex inside : points_to->locations().inside(*object))
      if (const LocationSet* set = points_to->graph().stored(inside))
        for (const LocationIndex location : *set) result.insert(names->memory(location));
    return result;
  }
  // Names of memory with shared accesses.
  std::set<std::string> shared() {
    std::set<std::string> result;
    for (const SourceAccess& access : accesses->accesses())
      for (const Touch& touch : access.touches) result.insert(names->memory(touch.location));
    return result;
  }
  // "m" for one lock, "locks[]*" for one that stands for several.
  std::set<std::string> lock_names() {
    std::set<std::string> result;
    for (std::size_t i = 0; i < locks->locks().size(); ++i)
      result.insert(names->memory(locks->location(locks::LockId(static_cast<std::uint32_t>(i)))) +
                    (locks->locks()[i].concrete ? "" : "*") + (locks->locks()[i].recursive ? " recursive" : ""));
    return result;
  }
  LockProgram flow() { return FlowBuilder(*points_to, *multiplicity, *accesses, *locks, {}).build(); }
};

using Words = std::set<std::string>;

}  // namespace heddle::analysis
