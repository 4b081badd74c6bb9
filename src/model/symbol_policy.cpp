// The table behind symbol_rule(). Exact names come before prefixes, modelled and intercepted ones before all others,
// longer prefixes before shorter ones.
//
//   symbol_policy_modelled.def    what the machine implements: MODELLED(name, function, effect), MODELLED_DATA,
//                                 INTERCEPTED(name, function)
//   symbol_policy_forwarded.def   everything else that we know, many names a line: FORWARDED, FORWARDED_MATH, REFUSED,
//                                 FORWARDED_PREFIX, UNWINDING_PREFIX (forwarded, and may be the end of exceptions),
//                                 REFUSED_PREFIX, and UNKNOWN_PREFIX (a family inside a known prefix about which we
//                                 claim nothing)
#include "model/symbol_policy.h"

#include <map>
#include <string>
#include <unordered_map>

namespace heddle {
namespace {

class Tables {
 public:
  Tables() {
    using enum OperationKind;
    constexpr MayPerform kAnything = MayPerform::anything();
#define MODELLED(name, function, effect, ...) \
  names_.try_emplace(name, SymbolRule{SymbolPolicy::Modelled, {}, {effect __VA_OPT__(, ) __VA_ARGS__}});
#define MODELLED_DATA(name, object) names_.try_emplace(name, SymbolRule{SymbolPolicy::Modelled, {}});
#define INTERCEPTED(name, function) names_.try_emplace(name, SymbolRule{SymbolPolicy::Intercepted, {}, {.does = {}}});
#include "model/symbol_policy_modelled.def"
#undef MODELLED
#undef MODELLED_DATA
#undef INTERCEPTED

    const SymbolRule forwarded{SymbolPolicy::Forwarded, {}, {.does = {}}};
    const SymbolRule unwinding{SymbolPolicy::Forwarded, {}, {.does = {}, .ends = MayEnd::Exceptions}};
#define FORWARDED(names) each(names, names_, forwarded);
#define FORWARDED_MATH(names) mathematics(names, forwarded);
#define FORWARDED_PREFIX(prefixes) each(prefixes, prefixes_, forwarded);
#define UNWINDING_PREFIX(prefixes) each(prefixes, prefixes_, unwinding);
#define REFUSED(names, why) each(names, names_, {SymbolPolicy::Refused, why});
#define REFUSED_PREFIX(prefixes, why) each(prefixes, prefixes_, {SymbolPolicy::Refused, why});
#define UNKNOWN_PREFIX(prefixes) each(prefixes, prefixes_, {SymbolPolicy::Unknown, {}});
#include "model/symbol_policy_forwarded.def"
#undef FORWARDED
#undef FORWARDED_MATH
#undef FORWARDED_PREFIX
#undef UNWINDING_PREFIX
#undef REFUSED
#undef REFUSED_PREFIX
#undef UNKNOWN_PREFIX
  }

  SymbolRule find(std::string_view name) const {
    if (const auto exact = names_.find(std::string(name)); exact != names_.end()) return exact->second;
    for (std::size_t length = name.size(); length > 0; length--)
      if (const auto prefix = prefixes_.find(name.substr(0, length)); prefix != prefixes_.end()) return prefix->second;
    return {};
  }

 private:
  template <class Map>
  static void each(std::string_view words, Map& into, const SymbolRule& rule) {
    while (!words.empty()) {
      const std::size_t end = std::min(words.find(' '), words.size());
      into.try_emplace(typename Map::key_type(words.substr(0, end)), rule);
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  }

  // sin, sinf, sinl.
  void mathematics(std::string_view words, const SymbolRule& forwarded) {
    std::unordered_map<std::string, SymbolRule> plain;
    each(words, plain, forwarded);
    for (const auto& [name, rule] : plain)
      for (const char* suffix : {"", "f", "l"}) names_.try_emplace(name + suffix, rule);
  }

  std::unordered_map<std::string, SymbolRule> names_;
  std::map<std::string, SymbolRule, std::less<>> prefixes_;
};

}  // namespace

SymbolRule symbol_rule(std::string_view name) {
  static const Tables tables;
  return tables.find(name);
}

}  // namespace heddle
