// The strategies by name, each an instance of its template for the real machine.
#include "search/search.h"

#include <iterator>

#include "search/dfs.h"
#include "search/dpor.h"
#include "search/random.h"

namespace heddle {
namespace {

using Function = SearchOutcome (*)(Machine&, const CheckOptions&, SearchListener&, LiveState&);

class NamedSearch : public Search {
 public:
  explicit NamedSearch(Function function) : function_(function) {}
  SearchOutcome run(Machine& machine, const CheckOptions& options, SearchListener& listener, LiveState& live) override {
    return function_(machine, options, listener, live);
  }

 private:
  Function function_;
};

// What auto picks: the strongest reduction there is.
constexpr Function kAutomatic = search_dpor<Machine, SearchListener>;

constexpr struct {
  std::string_view name;
  Function function;
} kSearches[] = {
    {"auto", kAutomatic},
    {"dfs", search_dfs<Machine, SearchListener>},
    {"dpor", search_dpor<Machine, SearchListener>},
    {"random", search_random<Machine, SearchListener>},
};

}  // namespace

std::unique_ptr<Search> make_search(std::string_view name) {
  for (const auto& search : kSearches)
    if (search.name == name) return std::make_unique<NamedSearch>(search.function);
  return nullptr;
}

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const auto& search : kSearches) names.emplace_back(search.name);
  return names;
}

}  // namespace heddle
