// The strategies by name, each an instance of its template for the real machine.
#include "search/search.h"

#include <iterator>

#include "search/burst.h"
#include "search/composed.h"
#include "search/dfs.h"
#include "search/dpor.h"
#include "search/invisible_first.h"
#include "search/optimal.h"
#include "search/pct.h"
#include "search/preemptions.h"
#include "search/random.h"
#include "search/selective.h"

namespace heddle {
namespace {

using Function = SearchOutcome (*)(Machine&, const CheckOptions&, SearchListener&, LiveState&);

class NamedSearch : public Search {
 public:
  NamedSearch(Function function, Function bounded) : function_(function), bounded_(bounded) {}
  SearchOutcome run(Machine& machine, const CheckOptions& options, SearchListener& listener, LiveState& live) override {
    if (!options.bounds.preemptions) return function_(machine, options, listener, live);
    if (bounded_ != nullptr) return bounded_(machine, options, listener, live);
    SearchOutcome refused;
    refused.limits.push_back("this search cannot bound preemptions");
    return refused;
  }

 private:
  Function function_, bounded_;
};

// What auto picks: the strongest reduction there is.
constexpr Function kAutomatic = search_dpor<Machine, SearchListener>;

// With --preemptions. A reduction explores one of many equivalent executions, and that one may need more preemptions
// than another: so there is none.
constexpr Function kBounded = search_preemptions<Machine, SearchListener>;

constexpr struct {
  std::string_view name;
  Function function;
  Function bounded;  // with --preemptions; nullptr: not possible
} kSearches[] = {
    {"auto", kAutomatic, kBounded},
    {"dfs", search_dfs<Machine, SearchListener>, kBounded},
    {"dpor", search_dpor<Machine, SearchListener>, nullptr},
    {"optimal", search_optimal<Machine, SearchListener>, nullptr},
    {"selective", search_selective<Machine, SearchListener>, nullptr},
    {"invisible-first", search_invisible_first<Machine, SearchListener>, nullptr},
    {"composed", search_composed<Machine, SearchListener>, nullptr},
    {"random", search_random<Machine, SearchListener>, nullptr},
    {"pct", search_pct<Machine, SearchListener>, nullptr},
};

}  // namespace

std::unique_ptr<Search> make_search(std::string_view name) {
  for (const auto& search : kSearches)
    if (search.name == name) return std::make_unique<NamedSearch>(search.function, search.bounded);
  return nullptr;
}

SearchOutcome run_burst(Machine& machine, const CheckOptions& options, SearchListener& listener, LiveState& live,
                        BurstPicker& picker) {
  return search_burst(machine, options, listener, live, picker);
}

bool covers_interleavings(std::string_view name) { return name != "random" && name != "pct"; }
bool needs_access_watch(std::string_view name) { return name == "invisible-first" || name == "composed"; }

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const auto& search : kSearches) names.emplace_back(search.name);
  return names;
}

std::vector<std::string> searches_with_preemptions() {
  std::vector<std::string> names;
  for (const auto& search : kSearches)
    if (search.bounded != nullptr) names.emplace_back(search.name);
  return names;
}

}  // namespace heddle
