// From functions to the program of locks (locks/program.h): one procedure for each function that a thread can run and
// that matters, i.e. that synchronises or touches shared memory, itself or by what it calls. Edges carry what the
// analysis of locks understands; everything else is a way through.
//
// A function that can end by an exception has a second procedure: the same graph, where only that end is the exit. An
// invoke calls either, and goes on accordingly.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "locks/program.h"
#include "static/accesses.h"
#include "static/analyze.h"
#include "static/branch_facts.h"
#include "static/lock_table.h"

namespace heddle::analysis {

struct LockProgram {
  locks::Program program;
  std::vector<const llvm::Instruction*> sites;     // by locks::Site; 0: none
  std::vector<InstanceIndex> instances;            // by procedure
  std::vector<std::string> labels;                 // by locks::LabelId
  std::vector<locks::LabelId> points;              // those of the lines that were asked for
  std::vector<const llvm::Instruction*> blocking;  // waits for something else than locks and threads
};

class FlowBuilder {
 public:
  // `points`: lines of the source, marked by points.cpp, whose marks become edges with a label of their own.
  FlowBuilder(PointsTo& points_to, const Multiplicity& multiplicity, const AccessTable& accesses,
              const LockTable& locks, const std::vector<SourceLine>& points, bool locks_may_fail = false);
  LockProgram build();

 private:
  struct State {
    locks::Node node = 0;
    Facts facts;
  };
  struct Graph;  // the procedure under construction
  void find_relevant();
  bool acts(InstanceIndex instance) const;
  bool may_throw(const llvm::CallBase& call, InstanceIndex instance) const;
  locks::ProcedureId procedure(InstanceIndex instance, bool throwing);
  void fill(locks::ProcedureId id, InstanceIndex instance, bool throwing);
  void block(Graph& graph, const llvm::BasicBlock& block, State start);
  void terminator(Graph& graph, const llvm::Instruction& end, std::vector<State> states);
  std::vector<State> step(Graph& graph, const llvm::Instruction& instruction, State state, std::vector<State>& thrown);
  std::vector<State> call(Graph& graph, const llvm::CallBase& call, State state, std::vector<State>& thrown);
  std::vector<State> library(Graph& graph, const llvm::CallBase& call, const llvm::Function& callee, State state,
                             std::vector<State>& thrown);
  std::vector<State> acquire(Graph& graph, const llvm::CallBase& call, const LibraryFunction& function, State state);
  void call_all(Graph& graph, const llvm::Instruction& place, const std::vector<InstanceIndex>& list, locks::Node node);
  void throw_from(Graph& graph, const llvm::CallBase& call, const std::set<InstanceIndex>& list, const State& state,
                  std::vector<State>& thrown);
  std::optional<locks::ThreadId> held_thread(InstanceIndex instance, const llvm::CallBase& call);
  void find_thread_places();
  std::vector<locks::ThreadId> all_joined(InstanceIndex instance, const llvm::CallBase& call);
  std::optional<std::set<ObjectIndex>> threads_of_container(InstanceIndex instance, const llvm::CallBase& call);
  bool is_recursive(InstanceIndex instance) const;
  static const llvm::CallBase* creation_before(const llvm::CallBase& join);
  std::vector<locks::ThreadId> joined(InstanceIndex instance, const llvm::CallBase& call, bool by_object, bool& others);
  locks::Site site(const llvm::Instruction& instruction);
  void threads();

  PointsTo& points_to_;
  const Multiplicity& multiplicity_;
  const AccessTable& accesses_;
  const LockTable& locks_;
  std::vector<bool> relevant_, throws_;  // by instance
  bool unwinds_threads_ = false;         // some end of a thread runs the destructors on its stack
  std::optional<std::map<ContextIndex, std::set<LocationIndex>>> thread_places_;
  LockProgram out_;
  std::map<std::pair<InstanceIndex, bool>, locks::ProcedureId> procedures_;
  std::map<const llvm::Instruction*, locks::Site> site_numbers_;
  std::map<std::string, locks::LabelId> label_numbers_;
  std::vector<SourceLine> points_;
  const bool locks_may_fail_;
};

}  // namespace heddle::analysis
