// Which locks an operation can mean. A lock is a location that some operation locks, waits with or releases. It is one
// lock for certain (`concrete`) only if the location is exact and its object a single one; what lies in arrays that are
// indexed at run time, or in blocks of an allocation that may happen several times, stands for several.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "locks/program.h"
#include "static/multiplicity.h"
#include "static/points_to.h"

namespace heddle::analysis {

struct LockTargets {
  std::vector<locks::LockId> choices;
  bool others = false;  // or a lock that is not known
};

class LockTable {
 public:
  LockTable(PointsTo& points_to, const Multiplicity& multiplicity);

  LockTargets targets(InstanceIndex instance, const llvm::Value* pointer) const;
  const std::vector<locks::Lock>& locks() const { return locks_; }
  LocationIndex location(locks::LockId lock) const { return places_[lock.index()]; }
  std::vector<locks::Lock>& locks() { return locks_; }
  // Operations on locks that are not known, by the first instruction of each kind of reason.
  const std::vector<const llvm::Instruction*>& unknown() const { return unknown_; }
  // A read/write lock may keep readers out while a writer waits: then readers wait for each other.
  bool prefers_writers() const { return prefers_writers_; }
  // A lock that may be recursive or not.
  const std::optional<locks::LockId>& unsure_kind() const { return unsure_kind_; }

 private:
  void collect(InstanceIndex instance);
  void add(InstanceIndex instance, const llvm::CallBase& call, const llvm::Value* pointer);
  void find_kinds();  // lock_kinds.cpp

  PointsTo& points_to_;
  const Multiplicity& multiplicity_;
  std::vector<locks::Lock> locks_;
  std::vector<LocationIndex> places_;
  std::map<LocationIndex, locks::LockId> known_;
  std::map<ObjectIndex, std::vector<locks::LockId>> by_object_;
  std::vector<const llvm::Instruction*> unknown_;
  bool prefers_writers_ = false;
  std::optional<locks::LockId> unsure_kind_;
};

}  // namespace heddle::analysis
