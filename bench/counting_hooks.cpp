#include "counting_hooks.h"

#include <string_view>
#include <vector>

#include "machine/runtime.h"
#include "model/hooks.h"
#include "model/known_accesses.h"

namespace heddle::bench {

HookCounts hook_counts;

namespace {

// A tail call: the hook finds the caller's registers and frame as if it had been called itself (heddle_back_edge looks
// at them).
template <auto hook, auto counter>
struct Counted;
template <class... A, void (*hook)(A...), auto counter>
struct Counted<hook, counter> {
  static void call(A... arguments) {
    ++(hook_counts.*counter);
    [[clang::musttail]] return hook(arguments...);
  }
};

}  // namespace

std::span<const RuntimeSymbol> counting_symbols() {
#define COUNTED(hook, counter) \
  { #hook, reinterpret_cast < void*>(&Counted <&hook, &HookCounts::counter>::call) }
  static const RuntimeSymbol counted[] = {
      COUNTED(heddle_read1, reads),        COUNTED(heddle_read2, reads),        COUNTED(heddle_read4, reads),
      COUNTED(heddle_read8, reads),        COUNTED(heddle_read16, reads),       COUNTED(heddle_write1, writes),
      COUNTED(heddle_write2, writes),      COUNTED(heddle_write4, writes),      COUNTED(heddle_write8, writes),
      COUNTED(heddle_write16, writes),     COUNTED(heddle_new_read, reads),     COUNTED(heddle_new_write, writes),
      COUNTED(heddle_read_range, ranges),  COUNTED(heddle_write_range, ranges), COUNTED(heddle_memcpy, ranges),
      COUNTED(heddle_memmove, ranges),     COUNTED(heddle_memset, ranges),      COUNTED(heddle_back_edge, back_edges),
      COUNTED(heddle_stack_begin, others), COUNTED(heddle_stack_end, others),   COUNTED(heddle_parameter_begin, others),
  };
#undef COUNTED
  static std::uint64_t nothing = kNothingIsKnown;  // every hook is called
  static const std::vector<RuntimeSymbol> table = [] {
    std::vector<RuntimeSymbol> symbols(runtime_symbols().begin(), runtime_symbols().end());
    for (RuntimeSymbol& symbol : symbols)
      for (const RuntimeSymbol& ours : counted)
        if (symbol.name == ours.name) symbol = ours;
    for (RuntimeSymbol& symbol : symbols)
      if (symbol.name == "heddle_known_now") symbol.address = &nothing;
    return symbols;
  }();
  return table;
}

}  // namespace heddle::bench
