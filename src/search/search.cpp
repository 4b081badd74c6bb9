// The searches by name.
#include "search/search.h"

#include "search/best_first.h"
#include "search/composed.h"
#include "search/context_bound.h"
#include "search/dfs.h"
#include "search/dpor.h"
#include "search/invisible_first.h"
#include "search/optimal.h"
#include "search/pct.h"
#include "search/random.h"
#include "search/selective.h"
#include "search/stateful.h"

namespace heddle {
namespace {

// What auto begins with.
constexpr SearchFunction kAutomatic = search_dpor;
constexpr SearchFunction kInvisibleFirst = search_invisible_first;

// With --preemptions. A reduction explores one of many equivalent executions, and that one may need more preemptions
// than another: so there is none.
constexpr SearchFunction kBounded = search_preemptions;

constexpr SearchKind kSearches[] = {
    {.name = "auto",
     .run = kAutomatic,
     .run_bounded = kBounded,
     .looks_for_easy_bugs = true,
     .tries_comparing_states = true},
    {.name = "dfs", .run = search_dfs, .run_bounded = kBounded},
    {.name = "dpor", .run = search_dpor},
    {.name = "optimal", .run = search_optimal},
    {.name = "selective", .run = search_selective},
    {.name = "invisible-first",
     .run = kInvisibleFirst,
     .watches_accesses = true,
     .makes_visible = true,
     .takes_classes = true},
    {.name = "composed", .run = search_composed, .watches_accesses = true, .takes_classes = true},
    {.name = "stateful", .run = search_stateful, .compares_states = true},
    {.name = "best-first",
     .run = search_best_first,
     .watches_accesses = true,
     .compares_states = true,
     .takes_heuristics = true},
    {.name = "random", .run = search_random, .covers = false},
    {.name = "pct", .run = search_pct, .covers = false, .takes_pct_depth = true},
};

}  // namespace

std::span<const SearchKind> search_kinds() { return kSearches; }

const SearchKind* find_search(std::string_view name) {
  for (const SearchKind& kind : kSearches)
    if (kind.name == name) return &kind;
  return nullptr;
}

SearchOutcome run_search(const SearchKind& kind, AbstractMachine& machine, const CheckOptions& options,
                         SearchListener& listener, LiveState& live) {
  if (!options.bounds.preemptions) return kind.run(machine, options, listener, live);
  if (kind.run_bounded != nullptr) return kind.run_bounded(machine, options, listener, live);
  SearchOutcome refused;
  refused.limits.push_back("this search cannot bound preemptions");
  return refused;
}

const SearchKind& search_kind(std::string_view name) {
  static constexpr SearchKind kUnknown{};
  const SearchKind* const kind = find_search(name);
  return kind != nullptr ? *kind : kUnknown;
}

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const SearchKind& kind : kSearches) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> searches_with_preemptions() {
  std::vector<std::string> names;
  for (const SearchKind& kind : kSearches)
    if (kind.run_bounded != nullptr) names.emplace_back(kind.name);
  return names;
}

}  // namespace heddle
