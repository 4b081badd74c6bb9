// Functions outside of the program that are reached through pointers: by instrumented code, which asks before the call,
// and by the machine, which calls thread functions, destructors and exit handlers. The same rules as for direct calls
// (model/symbol_policy.h), by the name of what is found there.
#include <future>
#include <ios>
#include <map>
#include <system_error>
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
    for (const std::error_category* category :
         {&std::generic_category(), &std::system_category(), &std::future_category(), &std::iostream_category()})
      add_virtual_functions(category);
    for (const RuntimeSymbol& symbol : runtime_symbols()) {
      const auto address = reinterpret_cast<Address>(symbol.address);
      ours_.try_emplace(symbol.name, address);
      known_.try_emplace(address, Callee{SymbolPolicy::Modelled, address, {}});
    }
  }

  // The classes of the standard error categories, and so their functions, have no names outside of the library. They
  // have no state, and give out texts and numbers.
  void add_virtual_functions(const std::error_category* category) {
    constexpr int kFunctions = 8;  // two destructors, name, two of message, default_error_condition, two of equivalent
    const Address* table = *reinterpret_cast<const Address* const*>(category);
    for (int i = 0; i < kFunctions; i++) known_.try_emplace(table[i], Callee{SymbolPolicy::Forwarded, table[i], {}});
  }

  const Callee& at(Address function, const Image& image, std::size_t process) {
    const auto [it, is_new] = known_.try_emplace(function);
    if (is_new) it->second = look_at(function, image, process);
    return it->second;
  }

 private:
  Callee look_at(Address function, const Image& image, std::size_t process) const {
    if (!image.outside_function) return {SymbolPolicy::Forwarded, function, {}};  // an image made by hand
    OutsideFunction found = image.outside_function(function, process);
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

}  // namespace

// Most pointers are called by templates of the library's headers, far from the user's line.
SourcePosition Engine::line_of_user(SiteId site) {
  const std::vector<SourcePosition>& frames = image.sites[site].frames;
  for (const SourcePosition& frame : frames)
    if (!frame.system) return frame;
  if (on_fiber && image.symbolise)
    for (const std::uintptr_t address : call_stack())
      for (const SourcePosition& frame : image.symbolise(address))
        if (!frame.system && frame.line != 0) return frame;
  return frames.front();
}

void Engine::refuse_at_users_line(const std::string& what, SiteId site) {
  const bool is_function = what.find('`') == std::string::npos && what.find('\'') == std::string::npos &&
                           !what.starts_with("an algorithm") && !what.starts_with("__builtin");
  if (const auto entry = is_function ? trusted_call(options.ignore, what) : std::nullopt) {
    trusted.insert(*entry);
    return;
  }
  const SourcePosition at = line_of_user(site);
  refuse(at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + what + " is not modelled" +
         (is_function ? " (a definition of it in any source given to heddle is used instead)" : ""));
}

Address Engine::indirect_callee(Address function) {
  external_call = nullptr;
  if (function - kImageBase < kImageSize || in_program_memory(function)) return function;
  ToolScope tool;
  not_in_trial();
  close_looks(current);
  static std::map<std::size_t, Callees> callees;  // of each process: each has its own versions of library functions
  const std::size_t process = process_of(current);
  const Callee& callee = callees[process].at(function, image, process);
  const std::uint32_t site = heddle_call_site == kNoCallSite ? 0 : heddle_call_site;
  if (callee.policy == SymbolPolicy::Refused) heddle_refused(callee.name.c_str(), site);
  if (callee.policy == SymbolPolicy::Unknown) {
    // One entry for each function and place that calls it; they stay.
    static std::map<std::pair<Address, std::uint32_t>, UncontrolledCall> calls;
    const auto [call, is_new] = calls.try_emplace({function, site});
    if (is_new) call->second = {callee.name, line_of_user(SiteId(site))};
    outside_call(call->second);
  }
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
  uncontrolled_call(*external_call, "which is not modelled and gets a pointer into the program");
}

void Engine::uncontrolled_call(const UncontrolledCall& call, const char* why) {
  if (const auto entry = trusted_call(options.ignore, call.name)) {
    trusted.insert(*entry);
    return;
  }
  limit(call.position.file + ":" + std::to_string(call.position.line) + ": call of '" + call.name + "', " + why, true);
}

// The block stays: a restore may bring the program back to where it has it. Accesses to it were not seen.
void Engine::frees_library_block(const UncontrolledCall* call, SiteId site) {
  if (call != nullptr)
    return uncontrolled_call(*call, "which is not modelled and allocates memory that the program frees");
  const SourcePosition at = line_of_user(site);
  limit(at.file + ":" + std::to_string(at.line) + ": free of memory that a function of the C library has allocated", true);
}

}  // namespace heddle
