// What the machine offers to compiled program code: hooks, modelled and intercepted functions, by name.
#pragma once
#include <span>

#include "machine/thread_record.h"
#include "model/symbol_policy.h"

namespace heddle {

// For program/: every hook of model/hooks.h and every MODELLED or INTERCEPTED line of the symbol policy.
std::span<const RuntimeSymbol> runtime_symbols();
// For searches that compare states: the hooks of accesses are entries, too (program_entry.h), so that a state in which
// a thread is about to access plain memory holds nothing of the tool. Before the first call of runtime_symbols().
void enter_through_accesses();

// Calls what the thread is to execute and ends it. On the fiber.
[[noreturn]] void run_thread_function(const ThreadEntry& entry);

// Runs and deletes a std::thread::_State.
void run_std_thread_state(void* state);

// Signal handlers and std::terminate that turn a crash of the program into a Failure. Once per process.
void install_crash_handlers();
[[noreturn]] void terminate_called();
[[noreturn]] void unwinding_swallowed();

// Code ranges of shared libraries, to tell on whose behalf malloc or a lock is called. Once per process.
void find_library_code();
bool called_by_cxx_library(const void* return_address);  // libstdc++.so
bool called_by_hidden_library(const void* return_address);  // libc, libgcc_s, ld.so: what they keep must survive a restore

}  // namespace heddle
