// Blocks of the heap that nobody else has yet. A block is fresh from its allocation until its address goes anywhere: is
// stored, returned, given to a function or to a new thread. What is done to it before that happens before everything
// that others do to it, if the program has no race at all: they have its address from memory that was written before
// and read after, in an order that locks, forks and joins make, or from the creation of their thread. Relaxed atomics
// carry an address without such an order, so blocks whose address is loaded or stored by one are left out.
//
//   is_fresh      an access to such a block, by the function that allocates it
//   is_handed_to  whether each block of an allocation is given to one new thread and to nobody else: then it belongs to
//                 that thread alone, also where many are created in a loop
#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "llvm/IR/Instructions.h"
#include "static/points_to.h"

namespace heddle::analysis {

class FreshBlocks {
 public:
  explicit FreshBlocks(PointsTo& points_to) : points_to_(points_to) {}

  // Is `pointer`, used by `place`, the address of a block that this function has allocated and shown to nobody?
  bool is_fresh(InstanceIndex instance, const llvm::Instruction& place, const llvm::Value* pointer);
  // The one creation that each block goes to.
  const llvm::CallBase* is_handed_to(const llvm::CallBase& allocation);

 private:
  struct Uses {
    std::vector<const llvm::Instruction*> shown;  // where the address goes somewhere
  };
  const Uses& uses_of(const llvm::CallBase& allocation);
  bool is_carried_by_atomics(ObjectIndex object);

  PointsTo& points_to_;
  std::map<const llvm::CallBase*, Uses> uses_;
  std::optional<std::set<ObjectIndex>> carried_;
};

}  // namespace heddle::analysis
