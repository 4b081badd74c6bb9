// What is known about a few integers on the way through a function, so that the program of locks has fewer paths that
// the source does not have: whether a try-lock succeeded, which constant a flag has (std::unique_lock keeps one that
// says whether it owns its mutex), which way a condition went that is asked twice.
//
// Facts are about values of the static single assignment form; a value computed anew forgets what was known. Only
// functions that use locks are looked at so closely.
#pragma once
#include <map>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace heddle::analysis {

// Zero, or a number that is not zero; 1 is also the truth of a condition.
using Facts = std::map<const llvm::Value*, bool>;

class BranchFacts {
 public:
  BranchFacts(const llvm::Function& function, bool in_detail);

  // Is the value different from zero?
  std::optional<bool> value(const llvm::Value* value, const Facts& facts, unsigned depth = 0) const;
  // What is known at the beginning of `to` after coming from `from`.
  Facts enter(const llvm::BasicBlock& from, const llvm::BasicBlock& to, const Facts& facts) const;
  // The branch went this way: worth remembering?
  void learn(const llvm::Value* condition, bool truth, Facts& facts) const;
  bool in_detail() const { return in_detail_; }

 private:
  const bool in_detail_;
  llvm::DominatorTree dominators_;
  llvm::SmallPtrSet<const llvm::Value*, 8> asked_twice_;  // conditions
  llvm::SmallPtrSet<const llvm::PHINode*, 8> flags_;      // phis that conditions depend on
};

}  // namespace heddle::analysis
