#include "machine/runtime.h"

#include <vector>

#include "machine/engine.h"
#include "machine/program_entry.h"
#include "model/hooks.h"

// Declared by name only: the table needs addresses, not signatures.
extern "C" {
#define MODELLED(name, function, ...) void function();
#define MODELLED_DATA(name, object) extern char object;
#define INTERCEPTED(name, function) void function();
#include "model/symbol_policy_modelled.def"
#undef MODELLED
#undef MODELLED_DATA
#undef INTERCEPTED
void heddle_refused(const char*, std::uint32_t);
#define ENTERED(function) void heddle_entered_##function();
#include "machine/entered_accesses.def"
#undef ENTERED
}

namespace heddle {
namespace {

bool accesses_are_entries = false;

void* hook_or_entry(void* hook, void* entered) { return accesses_are_entries ? entry_of(entered) : hook; }

}  // namespace

void enter_through_accesses() { accesses_are_entries = true; }

std::span<const RuntimeSymbol> runtime_symbols() {
#define MODELLED(name, function, ...) {name, entry_of(reinterpret_cast<void*>(&function))},
#define MODELLED_DATA(name, object) {name, &object},
#define INTERCEPTED(name, function) {name, entry_of(reinterpret_cast<void*>(&function))},
#define ENTRY(function) {#function, entry_of(reinterpret_cast<void*>(&function))},
#define HOOK(function) {#function, reinterpret_cast<void*>(&function)},
#define ENTERED(function) \
  {"heddle_" #function,   \
   hook_or_entry(reinterpret_cast<void*>(&heddle_##function), reinterpret_cast<void*>(&heddle_entered_##function))},
  static const RuntimeSymbol symbols[] = {
#include "machine/entered_accesses.def"
#include "model/symbol_policy_modelled.def"
      HOOK(heddle_read_range) HOOK(heddle_write_range) HOOK(heddle_memcpy) HOOK(heddle_memmove) HOOK(heddle_memset)
          ENTRY(heddle_atomic_load) ENTRY(heddle_atomic_store) ENTRY(heddle_atomic_rmw) ENTRY(heddle_atomic_cas)
              ENTRY(heddle_atomic_load16) ENTRY(heddle_atomic_store16) ENTRY(heddle_atomic_rmw16)
                  ENTRY(heddle_atomic_cas16) HOOK(heddle_guard_load) HOOK(heddle_fence) HOOK(heddle_back_edge)
                      HOOK(heddle_loop_head) HOOK(heddle_stack_begin) HOOK(heddle_parameter_begin)
                          HOOK(heddle_arguments_begin) HOOK(heddle_read_outside) HOOK(heddle_write_outside)
                              HOOK(heddle_read_leap) HOOK(heddle_write_leap) HOOK(heddle_stack_end)
                                  HOOK(heddle_runs_forever) HOOK(heddle_external_call) HOOK(heddle_external_pointer)
                                      HOOK(heddle_indirect_call) HOOK(heddle_refused) ENTRY(heddle_lock_all)
                                          HOOK(heddle_branch) HOOK(heddle_returns) HOOK(heddle_expectation)
                                              HOOK(heddle_undefined) HOOK(heddle_uninitialised)
                                                  HOOK(heddle_decides){"heddle_call_site", &heddle_call_site},
      {"heddle_call_before", &heddle_call_before},
      {"heddle_thrown_at", &heddle_thrown_at},
      {"heddle_fill", &heddle_fill},
      {"heddle_watches_decisions", &heddle_watches_decisions},
      {"heddle_loop_first", &heddle_loop_first},
      {"heddle_known_now", &heddle_known_now},
      {"heddle_found_object", &heddle_found_object},
  };
  return symbols;
}

}  // namespace heddle
