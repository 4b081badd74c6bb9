// The module of a program -> the same module, announcing what it does to the machine (model/hooks.h).
//
// Only always-inlining and scalar replacement run before the hooks go in, so that every access of the source is there
// and none that the source does not have; the optimiser runs after, and cannot move an access over a hook, because
// hooks are opaque calls. Under visibility `sync` hooks that cannot make a difference to a race detector are dropped.
//
// What stays without a hook, and why that is sound: constant memory; stack slots whose address never leaves the
// function (no other thread can reach them). So only stack memory is ever written without a hook.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/image.h"
#include "model/operation.h"
#include "model/options.h"
#include "model/symbol_policy.h"

namespace llvm {
class Module;
}

namespace heddle {

struct InstrumentOptions {
  Visibility visible = Visibility::Sync;
  bool optimise = true;        // false: no optimisation after the hooks, which are the same
  // Every variable stays in memory, where a debugger finds it. More stack slots seem to escape then, so under `all`, where
  // a schedule counts plain accesses, it has no effect.
  bool keep_locals = false;
  bool drop_redundant = true;  // only honoured under Sync
  bool flows = false;          // find out what becomes of values that are read; then no hook is dropped
  std::function<SymbolPolicy(std::string_view)> policy;  // of a linker-level name; unset: all unknown
};

struct GlobalName {
  std::string symbol;          // linker-level name, externally visible
  std::uint32_t variable = 0;  // index into Instrumentation::variables
  std::uint64_t size = 0;
};

// What a thread with this entry function may do (model/may_do.h), objects by symbol; none: unknown.
struct Ability {
  struct Touch {
    OperationKind kind;
    std::string symbol;
  };
  std::string entry;  // symbol; empty: main
  bool everything = true;
  std::vector<Touch> touches;
};

// What becomes of values that are read (model/flows.h), global variables by symbol.
struct FlowFacts {
  struct Read {
    std::uint32_t site = 0;
    std::vector<std::uint32_t> stores, branches;
  };
  struct Touch {
    std::string symbol;
    std::uint64_t size = 0;
    bool write = false;
    std::uint32_t site = 0;
  };
  std::vector<Read> reads;
  std::vector<std::vector<Touch>> branches;
  std::vector<std::string> inert_locks;
  std::string beyond_memory;
};

struct Instrumentation {
  SiteTable sites;
  VariableTable variables;
  std::vector<GlobalName> globals;        // every writable global; all lie in section .heddle_globals
  std::vector<GlobalName> thread_locals;  // symbol: of the control block of emulated TLS (__emutls_v.NAME)
  std::vector<std::string> constructors;  // symbols, in the order in which they are to be called
  std::vector<std::string> destructors;
  std::vector<UncontrolledCall> external_calls;  // indexed by the first argument of heddle_external_call
  std::vector<std::string> harmless_calls;       // forwarded functions that the module refers to
  std::vector<std::string> refused_calls;        // refused functions that the module refers to
  bool unlock_is_visible = false;
  bool locks_several_rwlocks = false;
  bool uses_library_state = false;
  bool weak_atomics = false;
  bool tells_without_order = false;
  bool may_spin = false;  // has a loop that may go round without doing anything
  bool weak_compare_exchange = false;
  bool uses_conditions = false;
  bool cancels_threads = false;
  bool tries_to_join = false;
  bool registers_handlers = false;
  bool replaces_operators = false;  // found before anything is inlined (program/load.cpp)
  bool deletes_keys = false;
  bool sets_new_handler = false;
  bool reads_float_flags = false;
  bool locks_streams = false;
  std::vector<Ability> abilities;
  FlowFacts flows;
  bool hidden_effects = false;       // see Image
  std::uint64_t hooks = 0;           // calls of hooks in the finished module
  std::optional<std::string> error;  // the module cannot be run
};

// Tables that go on: those of a process that was instrumented before, in whose numbers the next one goes on.
struct TablesBefore {
  SiteTable sites;
  VariableTable variables;
  std::vector<UncontrolledCall> external_calls;
};

// In two steps, between which a program may be taken apart (program/bundles.h):
//
//   hook_program     the hooks, and everything that is found out about the program as a whole
//   finish_module    the optimiser and what comes after it, for the program or for one part of it. Adds to `facts` what
//                    the finished code shows (hooks, may_spin, weak_atomics), reads the globals that it lists.
Instrumentation hook_program(llvm::Module& module, const InstrumentOptions& options, TablesBefore before = {});
void finish_module(llvm::Module& module, const InstrumentOptions& options, Instrumentation& facts);

// Both.
Instrumentation instrument(llvm::Module& module, const InstrumentOptions& options);

}  // namespace heddle
