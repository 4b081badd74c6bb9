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
#include "search/pruning.h"
#include "search/random.h"
#include "search/selective.h"
#include "search/stateful.h"
#include "support/enumerated.h"

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
     .about = "dpor; if it takes long, in turns with stateful, and with a few random schedules",
     .run = kAutomatic,
     .run_bounded = kBounded,
     .looks_for_easy_bugs = true,
     .takes_turns_with = "stateful",
     .first_for_races = "pruning"},
    {.name = "dfs",
     .about = "every interleaving, no reduction",
     .chosen = "a bound on preemptions rules out reduction",
     .run = search_dfs,
     .run_bounded = kBounded},
    {.name = "dpor",
     .about = "dynamic partial-order reduction with sleep sets (--no-sleep: without)",
     .chosen = "each class of equivalent interleavings at least once, whatever the operations",
     .run = search_dpor,
     .takes_no_sleep = true},
    {.name = "optimal",
     .about = "source sets and wakeup trees: each class of equivalent interleavings once",
     .chosen = "each class of equivalent interleavings once",
     .began_again = "it met an operation that it cannot plan for and started over",
     .run = search_optimal},
    {.name = "selective", .about = "persistent sets and sleep sets", .run = search_selective},
    {.name = "invisible-first",
     .about = "runs operations that no other thread can observe first",
     .run = kInvisibleFirst,
     .watches_accesses = true,
     .makes_visible = true,
     .takes_classes = true},
    {.name = "composed",
     .about = "longer transitions under a checked locking discipline",
     .run = search_composed,
     .watches_accesses = true,
     .takes_classes = true},
    {.name = "stateful",
     .about = "dpor that explores no state twice; also covers endless loops",
     .chosen = "no state twice",
     .run = search_stateful,
     .compares_states = true,
     .detector = "goldilocks"},
    {.name = "best-first",
     .about = "no state twice, what is likely to race first (--heuristics), or a shortest counterexample (--shortest)",
     .run = search_best_first,
     .watches_accesses = true,
     .compares_states = true,
     .takes_heuristics = true,
     .detector = "goldilocks"},
    {.name = "pruning",
     .about = "dpor that explores nothing that cannot lead to a race: verifies races and nothing else",
     .run = search_pruning,
     .logs_execution = true,
     .races_only = true,
     .explains_pruning = true},
    {.name = "random",
     .about = "samples, for programs that are too large to cover; never verified",
     .run = search_random,
     .covers = false},
    {.name = "pct",
     .about = "samples with few changes of priority (--pct-depth); never verified",
     .run = search_pct,
     .covers = false,
     .takes_pct_depth = true},
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

std::string searches_that(bool SearchKind::* can) {
  std::vector<std::string> options;
  for (const SearchKind& kind : kSearches)
    if (kind.*can) options.push_back("'--search " + std::string(kind.name) + "'");
  return enumerated(options);
}

}  // namespace heddle
