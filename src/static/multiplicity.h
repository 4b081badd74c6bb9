// What happens at most once in an execution: which functions run once, which objects are a single one, which threads
// have one instance. Everything else may stand for several, and must not be used to prove that two things are the same.
#pragma once
#include <map>
#include <vector>

#include "llvm/ADT/SmallPtrSet.h"
#include "static/points_to.h"

namespace heddle::analysis {

class Multiplicity {
 public:
  // `endless_roots`: any number of threads may enter each root (a library).
  Multiplicity(PointsTo& points_to, bool endless_roots);

  bool runs_once(InstanceIndex instance) const { return once_[instance] == 1; }
  bool happens_once(InstanceIndex instance, const llvm::Instruction& instruction) const {
    return runs_once(instance) && !in_cycle(*instruction.getParent());
  }
  bool is_several(ContextIndex context) const { return several_[context] == 1; }
  bool is_single(ObjectIndex object) const;

 private:
  struct Caller {
    InstanceIndex instance;
    const llvm::CallBase* call;
  };
  bool in_cycle(const llvm::BasicBlock& block) const;
  bool find_once(InstanceIndex instance);
  bool find_several(ContextIndex context);

  PointsTo& points_to_;
  const bool endless_roots_;
  std::vector<std::vector<Caller>> callers_;
  std::vector<bool> called_at_end_;
  std::vector<signed char> once_, several_;  // -1: not known yet, -2: being found out, else the answer
  mutable std::map<const llvm::Function*, llvm::SmallPtrSet<const llvm::BasicBlock*, 8>> cycles_;
};

}  // namespace heddle::analysis
