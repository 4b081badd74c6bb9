// Functions outside of the program that are reached through pointers: by instrumented code, which asks before the call,
// and by the machine, which calls thread functions, destructors and exit handlers. The same rules as for direct calls
// (model/symbol_policy.h), by the name of what is found there.
#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <unordered_map>

#include "machine/engine.h"
#include "machine/runtime.h"
#include "model/address_space.h"
#include "model/hooks.h"

namespace heddle {
namespace {

struct Callee {
  SymbolPolicy policy = SymbolPolicy::Forwarded;
  Address address = 0;  // what to call
  std::string name;
};

class Callees {
 public:
  Callees() {
    for (const RuntimeSymbol& symbol : runtime_symbols()) {
      const auto address = reinterpret_cast<Address>(symbol.address);
      ours_.try_emplace(symbol.name, address);
      known_.try_emplace(address, Callee{SymbolPolicy::Modelled, address, {}});
    }
  }

  const Callee& at(Address function, const Image& image) {
    const auto [it, is_new] = known_.try_emplace(function);
    if (is_new) it->second = look_at(function, image);
    return it->second;
  }

 private:
  Callee look_at(Address function, const Image& image) const {
    OutsideFunction found = image.outside_function(function);
    if (found.name.empty()) return {SymbolPolicy::Forwarded, function, {}};  // no code: the call crashes
    if (found.replaced != 0) return {SymbolPolicy::Modelled, found.replaced, {}};
    const SymbolPolicy policy = found.symbol.empty() ? SymbolPolicy::Unknown : symbol_rule(found.symbol).policy;
    if (policy == SymbolPolicy::Modelled || policy == SymbolPolicy::Intercepted)
      if (const auto ours = ours_.find(found.symbol); ours != ours_.end()) return {policy, ours->second, {}};
    return {policy, function, std::move(found.name)};
  }

  std::unordered_map<Address, Callee> known_;
  std::unordered_map<std::string_view, Address> ours_;
};

// The line of the user, as for a direct call.
const SourcePosition& place_of(const Image& image, std::uint32_t site) {
  const std::vector<SourcePosition>& frames = image.sites[SiteId(site)].frames;
  for (const SourcePosition& frame : frames)
    if (!frame.system) return frame;
  return frames.front();
}

// Kept, because external_call points there; one entry for each function and line that calls it.
const UncontrolledCall& uncontrolled_call(const Callee& callee, const Image& image, std::uint32_t site) {
  static std::map<std::pair<Address, std::uint32_t>, UncontrolledCall> calls;
  const auto [it, is_new] = calls.try_emplace({callee.address, site});
  if (is_new) it->second = {callee.name, place_of(image, site)};
  return it->second;
}

}  // namespace

Address Engine::indirect_callee(Address function) {
  external_call = nullptr;
  if (function - kImageBase < kImageSize || in_program_memory(function)) return function;
  ToolScope tool;
  static Callees callees;
  const Callee& callee = callees.at(function, image);
  const std::uint32_t site = heddle_call_site == kNoCallSite ? 0 : heddle_call_site;
  if (const char* log = std::getenv("HEDDLE_LOG_INDIRECT")) {
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(function), &info);
    if (FILE* f = fopen(log, "a")) { fprintf(f, "%d %s %s\n", (int)callee.policy, callee.name.c_str(), info.dli_sname ? info.dli_sname : "-"); fclose(f); }
  }
  if (callee.policy == SymbolPolicy::Refused) heddle_refused(callee.name.c_str(), site);
  if (callee.policy == SymbolPolicy::Unknown) external_call = &uncontrolled_call(callee, image, site);
  return callee.address;
}

Address Engine::callee_with(Address function, const void* argument) {
  const Address result = indirect_callee(function);
  external_pointer(reinterpret_cast<Address>(argument));
  return result;
}

void Engine::external_pointer(Address a) {
  if (external_call == nullptr || (!in_program_memory(a) && a - kImageBase >= kImageSize)) return;
  ToolScope tool;
  const UncontrolledCall& call = *external_call;
  if (const auto entry = trusted_call(options.ignoring.entries, call.name)) {
    trusted.insert(*entry);
    return;
  }
  limit(call.position.file + ":" + std::to_string(call.position.line) + ": call of '" + call.name +
            "', which is not modelled and gets a pointer into the program",
        true);
}

}  // namespace heddle
