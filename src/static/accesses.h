// The accesses that another thread can take part in: reads and writes of memory that two abstract threads touch, or one
// that may exist several times and whose address has left the thread; at least one of them writes.
//
//   Escape        what can be reached from variables, from what threads are given and from what they return
//   AccessTable   from instructions to locks::AccessInfo; a locks::ObjectId stands for bytes that two accesses share
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "llvm/IR/Instructions.h"
#include "locks/program.h"
#include "static/formats.h"
#include "static/fresh.h"
#include "static/multiplicity.h"
#include "static/points_to.h"

namespace heddle::analysis {

struct Touch {
  LocationIndex location = 0;
  std::uint64_t size = 0;
};

struct SourceAccess {
  InstanceIndex instance = 0;
  const llvm::Instruction* place = nullptr;
  bool write = false, atomic = false, frees = false;
  std::vector<Touch> touches;  // of shared memory
};

class AccessTable {
 public:
  AccessTable(PointsTo& points_to, const Multiplicity& multiplicity);

  const std::vector<SourceAccess>& accesses() const { return accesses_; }
  const std::vector<locks::AccessInfo>& infos() const { return infos_; }
  // Indices of the accesses of one instruction.
  std::vector<std::uint32_t> at(InstanceIndex instance, const llvm::Instruction& instruction) const;
  // What two accesses have in common.
  std::vector<Touch> common(std::uint32_t first, std::uint32_t second) const;
  std::size_t examined() const { return examined_; }

 private:
  void collect(InstanceIndex instance);
  void collect_call(InstanceIndex instance, const llvm::CallBase& call);
  void collect_library_call(InstanceIndex instance, const llvm::CallBase& call, const llvm::Function& callee);
  void add(InstanceIndex instance, const llvm::Instruction& place, const llvm::Value* pointer, std::uint64_t size,
           bool write, bool atomic, bool frees = false);
  void add_end(InstanceIndex instance, const llvm::Instruction& place, const llvm::AllocaInst& slot);
  void collect_formatted(InstanceIndex instance, const llvm::CallBase& call, const FormatCall& format);
  std::optional<FormatUses> format_uses(InstanceIndex instance, const llvm::CallBase& call, const FormatCall& format);
  std::vector<Touch> touches_of(const LocationSet& set) const;
  std::vector<Touch> behind_list(InstanceIndex instance, const llvm::Value* list);
  std::vector<Touch> thrown_by(ContextIndex context);
  void find_escaped();
  void keep_shared();
  bool belongs_to(ObjectIndex object, ContextIndex context);
  void number_objects();
  void drop_private_numbers();
  std::uint32_t source_of(const llvm::Instruction& place, const locks::AccessInfo& info);

  PointsTo& points_to_;
  const Multiplicity& multiplicity_;
  FreshBlocks fresh_;
  std::vector<bool> escaped_;  // by object
  std::vector<SourceAccess> accesses_;
  std::vector<locks::AccessInfo> infos_;
  std::map<std::pair<InstanceIndex, const llvm::Instruction*>, std::vector<std::uint32_t>> by_place_;
  // Numbers for locks::AccessInfo::source: file, line, column, write, atomic, objects.
  std::map<std::tuple<std::string, unsigned, unsigned, bool, bool, std::vector<locks::ObjectId>>, std::uint32_t>
      sources_;
  std::size_t examined_ = 0;
};

}  // namespace heddle::analysis
