// What all steps of the instrumentation share: the module, the result so far, names, hooks, the escape analysis.
// The steps, in the order in which instrument() runs them:
//
//   understand_verifier_names  what SV-COMP says by names (verifier_names.cpp)
//   replace_assembly  inline assembly that is understood (assembly.cpp)
//   prepare_module    linkage, attributes, constructors (prepare.cpp)          before the first passes
//                     main's returns, test frameworks (outcome_hooks.cpp)
//     shorten_spins   loops that try a number of times before they do something else (bounded_spins.cpp)
//     define_traps    where undefined behaviour ends the program (traps.cpp)
//     forget_promises what would let the optimiser exploit it (promises.cpp)
//   define_locals     first values of stack slots (uninitialised.cpp)          before scalar replacement
//   announce_outside_accesses, keep_locals  what that would hide (kept_locals.cpp)
//   drop_undefined_values  (promises.cpp)                                      after it
//   collect_globals   sections and names of writable globals (globals.cpp)
//   hook_loops        back edges (loop_hooks.cpp)                              then, for each function
//   hook_decisions    what comparisons look at (decision_hooks.cpp)
//   hook_bounds       checks of accesses to known objects (bounds_hooks.cpp)
//   hook_accesses     plain loads, stores, memory intrinsics (access_hooks.cpp)
//   hook_atomics      atomics, fences, guards (atomic_hooks.cpp), libatomic's functions (library_atomics.cpp)
//   hook_calls        calls that leave the module, assembly (call_hooks.cpp)
//   hook_lock_all     std::lock of several locks (lock_hooks.cpp)
//   hook_stack        lifetimes of stack slots (stack_hooks.cpp)
//   drop_covered_hooks, hoist_hooks, drop_private_hooks                        under `sync`, inside the optimiser
//                     (redundant.cpp, loop_ranges.cpp, private_hooks.cpp)
//   inline_decisions  when the optimiser is done (decision_hooks.cpp)
//   hook_leaps        indices that leave their object far behind (leap_hooks.cpp)
//   inline_hooks      what most hooks in loops find out, without a call (inline_hooks.cpp)
//   hook_indirect_calls  calls through pointers that leave the program (indirect_hooks.cpp)
//   clear_model_frames  all of a frame, of our own models (stale_frames.cpp)   after the optimiser
//   define_argument_registers  those that a call leaves as they are, if they are saved all the same
//   add_red_zones     room around variables (red_zones.cpp)                    after the optimiser
//   read_references, read_atomic_orders: what the module refers to (flags.cpp)
#pragma once
#include <map>
#include <string>
#include <utility>

#include "instrument/escape.h"
#include "instrument/expressions.h"
#include "instrument/hook_set.h"
#include "instrument/instrument.h"
#include "ir/debug_names.h"
#include "ir/debug_types.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace heddle {

struct Context {
  llvm::Module& module;
  const InstrumentOptions& options;
  Instrumentation& out;
  DebugNames names;
  DebugTypes types;
  Expressions expressions;
  HookSet hooks;
  Escape escape;  // valid once the first passes have run
  llvm::DenseMap<const llvm::Value*, std::uint32_t> variables;         // see variable_of
  std::map<std::pair<const llvm::DIType*, const llvm::DIType*>, std::uint32_t> allocated;  // see note_allocation
  llvm::SmallPtrSet<const llvm::Instruction*, 16> unbounded;  // private accesses that need a hook (bounds_hooks.cpp)
  llvm::SmallPtrSet<const llvm::Instruction*, 16> bounded;    // loads and stores whose bounds are checked (the same)

  Context(llvm::Module& m, const InstrumentOptions& o, Instrumentation& result)
      : module(m), options(o), out(result), names(m), types(result.variables), expressions(names), hooks(m) {}

  SymbolPolicy policy(llvm::StringRef symbol) const {
    return options.policy ? options.policy(std::string_view(symbol.data(), symbol.size())) : SymbolPolicy::Unknown;
  }
  // A new site for this instruction; `pointer`: what it accesses, or nullptr.
  std::uint32_t site(const llvm::Instruction& instruction, const llvm::Value* pointer = nullptr);
  std::uint32_t site(const llvm::DebugLoc& location, const llvm::Function& function);
  // heddle_refused before this instruction.
  void refuse(llvm::Instruction& before, llvm::StringRef what);
};

// What the call makes room for, if it allocates: Site::allocates of its site (allocations.cpp).
void note_allocation(Context&, const llvm::CallBase& call, const llvm::Function& callee, std::uint32_t site);
void understand_verifier_names(llvm::Module&);
void replace_inputs(llvm::Function&);  // verifier_inputs.cpp
void replace_assembly(llvm::Module&);
void prepare_module(Context&);
void shorten_spins(llvm::Module&);    // bounded_spins.cpp
void hook_returns_of_main(Context&);  // outcome_hooks.cpp, like the next
void hook_test_frameworks(Context&);
// A function that reads from a stream or writes to one, and what such functions do to the stream as their own doing
// (stream_functions.cpp).
bool is_stream_function(llvm::StringRef name);
void open_stream_functions(llvm::Module&);
void define_traps(Context&, llvm::Function&);
void forget_promises(llvm::Module&);
void define_locals(Context&, llvm::Function&);
void clear_model_frames(llvm::Module&);
void define_argument_registers(llvm::Module&);
void announce_outside_accesses(Context&, llvm::Function&);
void keep_locals(llvm::Function&);
void release_locals(llvm::Module&);
void drop_undefined_values(llvm::Module&);
// A store or fill that gives a stack slot its first value: the program knows nothing of it.
bool is_initialisation(const llvm::Instruction&);
void collect_globals(Context&);
// The source variable of a global or of a stack slot of this function, entered into the table; kNoVariable: it is neither.
std::uint32_t variable_of(Context&, const llvm::Function*, const llvm::Value* object);
void hook_loops(Context&, llvm::Function&);
void hook_decisions(Context&, llvm::Function&);
void inline_decisions(llvm::Function&);
void hook_bounds(Context&, llvm::Function&);
void hook_accesses(Context&, llvm::Function&);
void hook_atomics(Context&, llvm::Function&);
void rewrite_library_atomics(Context&, llvm::Function&);
void hook_calls(Context&, llvm::Function&);
void hook_lock_all(Context&, llvm::Function&);
void hook_stack(Context&, llvm::Function&);
// Is this a std::lock whose arguments hook_lock_all knows?
bool locks_all_at_once(const llvm::Function&);
// Ways of pointers that may leave their object, when the optimiser is done (leap_hooks.cpp).
void nest_loops(llvm::Function&);
void hook_leaps(llvm::Module&);
// What pointers that lead out of the program call, when the optimiser is done (indirect_hooks.cpp). Before, hook_calls
// marks the calls.
void mark_call_through_pointer(llvm::CallBase&);
void hook_indirect_calls(Context&);
// Room around variables, when everything else is done (red_zones.cpp).
void add_red_zones(llvm::Module&, const std::vector<GlobalName>& globals);
// The most frequent answer of hooks in loops, given in place, when all hooks are where they stay (inline_hooks.cpp).
void inline_hooks(llvm::Function&);
void inline_leaps(llvm::Function&);  // inline_leaps.cpp
bool has_waiting_loop(const llvm::Function&);
void keep_loops_apart(llvm::Function&);
void read_references(Context&);     // before optimisation: check and replay must agree
void read_abilities(Context&);      // what threads may do (may_do.cpp); before optimisation, the hooks are in
void find_inert_locks(Context&);    // whose sections decide nothing (inert_locks.cpp); called by:
void read_flows(Context&);          // what becomes of values that are read (flows.cpp); the hooks are in
void read_atomic_orders(Context&);  // after: dead branches over orders are gone

// Not ours to touch: no body, no frame, or a hook.
bool is_hookable(const llvm::Function& function);

}  // namespace heddle
