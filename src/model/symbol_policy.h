// What happens when the program calls a function that it does not define itself. One table (symbol_policy_*.def) for
// both layers of interception: the JIT's symbol table, for calls from program code, and definitions in the executable,
// for calls that libstdc++.so makes on the program's behalf.
//
//   modelled     our own implementation on the machine's objects (pthread_*, malloc, std::thread::join ...)
//   intercepted  reports the memory it touches to the detector, then does the real thing (memcpy, strlen ...)
//   forwarded    the real function; known to be harmless: it touches no program memory that others can see, keeps no
//                state that a restore would have to bring back
//   refused      stops the run, inconclusive, naming the function and the line of the call
//   (anything else is unknown: allowed, but inconclusive once it gets a pointer to program memory or a callback)
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "model/library_effect.h"

namespace heddle {

enum class SymbolPolicy : std::uint8_t { Modelled, Intercepted, Forwarded, Refused, Unknown };

struct SymbolRule {
  SymbolPolicy policy = SymbolPolicy::Unknown;
  std::string_view reason;  // of a refusal: one phrase for the report
  LibraryEffect effect{.does = MayPerform::anything()};
};

// The rule for a linker-level name (mangled).
SymbolRule symbol_rule(std::string_view name);

// A modelled or intercepted name and our implementation, as machine/ hands them to program/.
struct RuntimeSymbol {
  std::string_view name;
  void* address;
};

}  // namespace heddle
