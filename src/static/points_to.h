// Which memory can each pointer of the program point to, which function can each call reach, which threads can each
// creation start: inclusion-based (Andersen), field-sensitive, with the call graph built on the fly from the roots, so
// that code that nobody calls has no part in it.
//
// A function is looked at once for each abstract thread that can run it (its context): what its pointers point to, and
// the stack slots and heap blocks that it makes, are kept apart by thread. An abstract thread is a creation site with
// an entry function; `main` and the entry points of a library are the roots.
//
//   PointsTo(module, roots)      adds constraints and solves them
//   Instance                     a function as one thread runs it
//   Reader (constraints.cpp, library_constraints.cpp)     from instructions to constraints
#pragma once
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "static/constraint_graph.h"
#include "static/library.h"

namespace heddle::analysis {

using ContextIndex = std::uint32_t;
using InstanceIndex = std::uint32_t;

struct Context {
  ContextIndex parent = 0;               // of a root: itself
  const llvm::CallBase* site = nullptr;  // nullptr: a root
  const llvm::Function* entry = nullptr;
  InstanceIndex first = 0;             // of the entry function
  std::set<InstanceIndex> creators;    // whose call of `site` starts it
  bool many_sites = false;             // others than `site` start it, too
  NodeIndex specific = kNoNode;        // thread-specific values
  ObjectIndex handle = 0;              // its id, as a value that is followed like a pointer
  std::vector<InstanceIndex> at_end;   // functions registered for its end
  bool exits = false;                  // it may be the one that ends the process
  std::vector<InstanceIndex> at_exit;  // then: functions registered for that
};

struct Instance {
  ContextIndex context = 0;
  const llvm::Function* function = nullptr;
  NodeIndex result = kNoNode, varargs = kNoNode;
  llvm::DenseMap<const llvm::Value*, NodeIndex> values;
  llvm::DenseMap<const llvm::Value*, ObjectIndex> objects;  // stack slots, blocks of its calls
  std::map<const llvm::CallBase*, std::set<InstanceIndex>> callees;
  std::map<const llvm::CallBase*, std::set<ContextIndex>> starts;
  std::set<const llvm::CallBase*> into_library;  // calls of virtual functions of a library's objects
  std::map<const llvm::CallBase*, std::set<const llvm::Function*>> library;  // callees without a body, through pointers
};

// A call that is not understood, and why.
struct Gap {
  const llvm::Instruction* place = nullptr;
  std::string what;
  friend auto operator<=>(const Gap&, const Gap&) = default;
};

class PointsTo {
 public:
  // Each root is the entry of a thread; its pointer arguments point to memory of the outside.
  PointsTo(llvm::Module& module, const std::vector<llvm::Function*>& roots);

  const LocationSet& targets(InstanceIndex instance, const llvm::Value* pointer);
  Locations& locations() { return locations_; }
  ConstraintGraph& graph() { return graph_; }
  const std::vector<Context>& contexts() const { return contexts_; }
  const std::deque<Instance>& instances() const { return instances_; }
  const std::vector<Gap>& gaps() const { return gaps_; }
  const std::vector<NodeIndex>& thread_arguments() const { return thread_arguments_; }
  NodeIndex thread_results() const { return thread_results_; }
  NodeIndex thrown() const { return thrown_; }
  ObjectIndex outside() const { return outside_; }
  std::optional<ObjectIndex> object_of(const llvm::Value* global) const;

 private:
  friend class Reader;
  struct ExitHandler {
    const llvm::Function* function;
    NodeIndex argument;
  };
  // What a throw says of its object: which function ends its life.
  struct Thrown {
    ContextIndex context;
    const llvm::Function* destructor;
    NodeIndex object;
  };
  // Where a handler or the last std::exception_ptr gives an object up.
  struct GivesUp {
    InstanceIndex instance;
    const llvm::CallBase* call;
  };
  InstanceIndex instance(ContextIndex context, const llvm::Function& function);
  ContextIndex context(const llvm::CallBase& site, const llvm::Function& entry, InstanceIndex creator);
  ObjectIndex global_object(const llvm::GlobalObject& global);
  void initialise(ObjectIndex object, const llvm::Constant& value, std::uint64_t offset);
  void add_constant(NodeIndex node, const llvm::Constant& value);
  NodeIndex constant_node(const llvm::Constant& value);
  NodeIndex value_node(InstanceIndex instance, const llvm::Value& value);
  ContextIndex add_context(Context context);
  void add_exit_handler(ContextIndex context, const ExitHandler& handler);
  void add_thrown(Thrown thrown);
  void add_gives_up(GivesUp place);
  void end_thrown(const Thrown& thrown, const GivesUp& place);
  void read_new_instances();

  const llvm::DataLayout& layout_;
  Locations locations_;
  ConstraintGraph graph_;
  std::vector<Context> contexts_;
  std::deque<Instance> instances_;
  std::map<std::pair<ContextIndex, const llvm::Function*>, InstanceIndex> known_;
  std::map<std::tuple<const llvm::CallBase*, const llvm::Function*, ContextIndex>, ContextIndex> known_contexts_;
  std::size_t read_ = 0;  // instances whose instructions are constraints already
  llvm::DenseMap<const llvm::Value*, ObjectIndex> globals_;
  llvm::DenseMap<const llvm::Value*, NodeIndex> constants_;
  ObjectIndex outside_ = 0;
  NodeIndex thrown_ = 0, thread_results_ = 0;
  NodeIndex thrown_pointers_ = 0;  // what lies in exceptions that are pointers
  std::vector<NodeIndex> thread_arguments_;
  std::vector<Gap> gaps_;
  std::vector<ExitHandler> exit_handlers_;
  std::vector<Thrown> thrown_objects_;
  std::vector<GivesUp> gives_up_;
  bool exceptions_travel_ = false;  // there is a std::exception_ptr: another thread may be the last owner
};

// Can values of this type hold a pointer?
bool may_hold_pointer(const llvm::Type* type);

}  // namespace heddle::analysis
