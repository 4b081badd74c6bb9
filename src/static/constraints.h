// From the instructions of one function, as one thread runs it, to constraints (points_to.h).
#pragma once
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "static/formats.h"
#include "static/points_to.h"

namespace heddle::analysis {

// How a getelementptr moves its pointer.
Shift shift_of(const llvm::GEPOperator& gep, const llvm::DataLayout& layout);

class Reader {
 public:
  Reader(PointsTo& all, InstanceIndex self) : all_(all), graph_(all.graph_), self_(self) {}
  void read();

 private:
  NodeIndex node(const llvm::Value* value) { return all_.value_node(self_, *value); }
  void instruction(const llvm::Instruction& instruction);
  void arithmetic(const llvm::BinaryOperator& operation);
  void call(const llvm::CallBase& call);
  void call_function(const llvm::CallBase& call, const llvm::Function& callee);
  void enter(const llvm::CallBase& call, const llvm::Function& callee, std::vector<NodeIndex> arguments);
  void intrinsic(const llvm::CallBase& call, const llvm::Function& callee);
  void library_call(const llvm::CallBase& call, const llvm::Function& callee);
  void flow(const llvm::CallBase& call, const LibraryFunction& function);
  void thrown(const llvm::CallBase& call);
  void allocate_input(const llvm::CallBase& call, const FormatCall& format);
  void synchronisation(const llvm::CallBase& call, const LibraryFunction& function, llvm::StringRef name);
  void create(const llvm::CallBase& call);
  void call_into_library(const llvm::CallBase& call);
  // Functions that the pointer can be.
  void each_function(NodeIndex pointer, std::function<void(const llvm::Function&)> use);
  void unknown_call(const llvm::CallBase& call, const std::string& what);
  void unknown_function(const llvm::CallBase& call, unsigned argument, const char* what);
  void registered_library(const llvm::CallBase& call, const llvm::Function& handler);
  ObjectIndex fresh(const llvm::Value& value, Object::Kind kind, llvm::Type* type, std::uint64_t size);
  void gap(const llvm::Instruction& place, std::string what);

  PointsTo& all_;
  ConstraintGraph& graph_;
  const InstanceIndex self_;
};

}  // namespace heddle::analysis
