// The program as the machine gets it: compiled, instrumented, linked into this process. Made by program/; no LLVM here.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/flows.h"
#include "model/frame_layout.h"
#include "model/ids.h"
#include "model/may_do.h"
#include "model/site.h"
#include "model/variable.h"

namespace heddle {

struct GlobalRange {
  Address begin = 0;
  std::uint64_t size = 0;
  std::uint32_t variable = 0;  // index into variables
};

struct UncontrolledCall {  // an external function that we neither model nor know to be harmless
  std::string name;
  SourcePosition position;
};

// A function outside of the program that a pointer leads to.
struct OutsideFunction {
  std::string symbol;    // its linker-level name; empty: it has none
  std::string name;      // for people
  Address replaced = 0;  // by a function of that name inside the program (src/library), or 0
};

// One of several processes that run in one search (docs/decisions/55-several-processes.md).
struct ProcessImage {
  std::string name;  // "server"
  int (*main)(int, char**, char**) = nullptr;
  std::vector<void (*)()> constructors, destructors;
  Address globals_begin = 0, globals_end = 0;  // its own variables, and nothing else
};

struct Image {
  // Empty: the program is one process, and what is below is all there is to it. Otherwise main, constructors and
  // destructors are those of the first.
  std::vector<ProcessImage> processes;
  int (*main)(int, char**, char**) = nullptr;
  std::vector<void (*)()> constructors;  // static constructors, in order
  std::vector<void (*)()> destructors;   // llvm.global_dtors, in order

  // All writable globals, between kProgramBase and kStacksBase, and the contents they start with.
  Address globals_begin = 0;
  std::uint64_t globals_size = 0;
  std::vector<GlobalRange> globals;        // sorted by begin
  std::vector<GlobalRange> thread_locals;  // begin: the control block that __emutls_get_address is given
  VariableTable variables;
  SiteTable sites;

  bool unlock_is_visible = true;
  bool locks_several_rwlocks = true;  // by std::lock
  bool uses_library_state = false;   // references iostream or locale: libstdc++'s own data belongs to the state
  bool weak_atomics = false;         // some atomic operation is weaker than seq_cst
  bool tells_without_order = true;   // a thread can learn of another by something that orders nothing (flags.cpp)
  bool may_spin = true;              // has loops whose rounds may be all the same
  bool weak_compare_exchange = false;
  bool uses_conditions = false;
  bool cancels_threads = false;  // refers to pthread_cancel: what may be cancelled is a scheduling point
  bool tries_to_join = false;    // refers to pthread_tryjoin_np or its like: the end of a thread is a scheduling point
  bool registers_handlers = true;  // functions to run at exit, elsewhere than in constructors of global variables
  bool replaces_operators = false;  // has definitions of operator new or delete of its own
  bool deletes_keys = true;        // refers to pthread_key_delete
  bool sets_new_handler = true;    // refers to std::set_new_handler
  bool reads_float_flags = false;  // can tell which floating-point exceptions its arithmetic has raised
  bool locks_streams = false;  // can tell that a stream is locked: flockfile and the _unlocked functions
  bool uses_scopes = false;   // calls heddle::check: each call is explored by itself
  bool runs_google_test = false, runs_catch = false;  // has test cases of the framework, and runs them
  bool benign_races = false;  // declares some: instrumented as for --visible all
  std::vector<std::string> harmless_calls;        // forwarded, listed in "uncontrolled"
  std::vector<UncontrolledCall> external_calls;   // indexed by the first argument of heddle_external_call
  std::vector<std::string> loops;                 // unused entries are empty

  // What a thread may do whose entry function stands there. Missing: everything.
  std::unordered_map<Address, MayDo> may_do;
  // Calls functions that may change what other threads can see beyond memory and synchronisation objects.
  bool hidden_effects = true;

  // What becomes of values that it reads, if that was asked for.
  Flows flows;

  std::uint64_t hash = 0;  // of the bitcode: tells a replay file whether the program changed

  // What is known of code outside of the program (slow).
  std::function<OutsideFunction(Address, std::size_t process)> outside_function;
  // The frame of the call that returns to this address; nullptr: not one of the program's, or nothing is known of it.
  // The first question is slow.
  std::function<const FrameLayout*(Address return_address)> frame_layout;
  // Code addresses -> source frames, innermost first, inlining undone. For reports only (slow).
  std::function<std::vector<SourcePosition>(std::uintptr_t return_address)> symbolise;
};

}  // namespace heddle
