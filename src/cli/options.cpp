// The table itself, and the search for the option that a misspelt word meant. An option that is part of the interface
// but does not work yet stands here with `works` false, so that it is refused by name instead of being ignored.
#include "cli/options.h"

#include <algorithm>
#include <array>

namespace heddle::cli {
namespace {

constexpr unsigned kBoth = kCheck | kReplay;
constexpr unsigned kAll = kBoth | kTrace | kAnalyze;

constexpr std::array kOptions = {
    Option{"--search", "NAME", "auto", kCheck, "how to explore; see 'heddle help searches'"},
    Option{"--detector", "NAME", "vector-clock; goldilocks where states are cached", kCheck | kTrace,
           "how to find races; see 'heddle help detectors'"},
    Option{"--first", "", "", kTrace, "one race per variable instead of all"},
    Option{"--blocks", "", "", kTrace, "begin and end enclose atomic blocks, not the life of a thread"},
    Option{"--unforked", "", "", kTrace, "threads may run without having been forked, though others are forked"},
    Option{"--property", "LIST", "race,deadlock,livelock,assertion,crash,memory,misuse,exit", kCheck,
           "what counts as a bug, separated by commas"},
    Option{"--property", "LIST", "race,deadlock", kAnalyze, "what to look for, separated by commas"},
    Option{"--entry", "F,...", "", kAnalyze,
           "functions that any number of threads may call, of a library without main"},
    Option{"--reach", "A,B", "", kAnalyze, "can two threads stand at these lines (FILE:LINE) at the same time?"},
    Option{"--ltl", "FORMULA", "", kAnalyze, "does every computation of --thread satisfy it? (docs/guide/analyze.md)"},
    Option{"--thread", "F", "main", kAnalyze, "of --ltl: the entry function of the thread, or its name in reports"},
    Option{"--confirm", "", "", kAnalyze, "have candidates confirmed or refuted by check's searches"},
    Option{"--visible", "sync|all", "sync", kCheck,
           "where threads are switched: at synchronisation, or at every access to shared memory"},
    Option{"--max-executions", "N", "", kCheck, "stop after N complete executions"},
    Option{"--max-transitions", "N", "", kCheck, "stop after N transitions"},
    Option{"--max-depth", "N", "", kCheck, "cut off executions after N transitions"},
    Option{"--preemptions", "N", "", kCheck, "only executions with at most N preemptions, tried from 0 upwards"},
    Option{"--timeout", "SECONDS", "", kBoth, "stop after this time"},
    Option{"--timeout", "SECONDS", "60", kAnalyze, "of --confirm: stop after this time"},
    Option{"--memory", "MB", "", kCheck, "stop when the exploring process needs more"},
    Option{"--seed", "N", "1", kCheck, "for the random searches"},
    Option{"--pct-depth", "D", "3", kCheck, "pct: finds bugs that need D ordered events"},
    Option{"--nondet", "K", "", kCheck, "unconstrained nondeterministic inputs (__VERIFIER_nondet_*) are K"},
    Option{"--process", "\"FILE... [-- ARGS]\"", "", kCheck,
           "one of several programs that run together; to be given for each (docs/guide/processes.md)"},
    Option{"--crash-process", "N", "0", kCheck, "any process may be killed at any operation, at most N of them"},
    Option{"--stdin", "FILE", "empty", kCheck, "what the program reads from its standard input"},
    Option{"--filter", "PATTERN", "", kCheck,
           "of a program with test cases: only those with such a name (* stands for any characters)"},
    Option{"--list-cases", "", "", kCheck, "print the names of the test cases, one per line, and check nothing"},
    Option{"--keep-going", "", "", kCheck, "find all distinct bugs instead of the first"},
    Option{"--spurious-wakeups", "", "", kCheck, "condition waits may end without a signal"},
    Option{"--exit-status", "N,...|any", "0", kCheck,
           "what the program may end with; anything else is a bug of kind exit"},
    Option{"--strict", "", "", kCheck, "any call that Heddle does not control makes the run inconclusive"},
    Option{"--lossy", "", "", kCheck, "datagrams to sockets may be lost and may overtake each other"},
    Option{"--no-sleep", "", "", kCheck, "dpor as first published, without sleep sets"},
    Option{"--explain-pruning", "", "", kCheck,
           "pruning: say what kept it from leaving more out, e.g. a pair of accesses without a common lock"},
    Option{"--heuristics", "LIST", "wf,ww,ara,af", kCheck,
           "best-first: writes first, watch written, avoid release/acquire, acquire first; none: depth-first"},
    Option{"--shortest", "", "", kCheck, "best-first: a bug with the fewest transitions"},
    Option{"--exact", "", "", kCheck,
           "stateful, best-first: store whole states, not only fingerprints, and tell if one stands for two"},
    Option{"--read-rows", "", "on", kCheck, "summary detector: remember reads too, which makes it exact"},
    Option{"--no-read-rows", "", "", kCheck, "summary detector as published: no memory of reads, proves nothing"},
    Option{"--explain", "", "", kBoth, "of a race found by goldilocks: how the lockset developed, step by step"},
    Option{"--ignore", "FILE", "", kCheck, "benign races and trusted code; see 'heddle help ignore'"},
    Option{"--baseline", "FILE", "", kCheck, "report only bugs that are not in this earlier JSON report"},
    Option{"--classes", "FILE", "", kCheck,
           "classes of global variables (unshared, lock-protected, communication), and which thread initialises each"},
    Option{"--detect-nondeterminism", "", "", kBoth, "run the same schedule twice and name the first difference"},
    Option{"--checkpoint", "FILE", "", kCheck, "save the progress of the search in FILE, for --resume"},
    Option{"--checkpoint-every", "SECONDS", "60", kCheck, "how often --checkpoint writes while the search runs"},
    Option{"--resume", "FILE", "", kCheck, "continue the search that --checkpoint saved in FILE"},
    Option{"-j", "N", "1", kCheck, "worker processes; so far only 1"},
    Option{"--json", "[=FILE]", "", kAll, "the report as JSON, to standard output or to a file"},
    Option{"--sarif", "FILE", "", kAll, "the report as SARIF 2.1.0, beside the text or JSON"},
    Option{"--html", "FILE", "", kAll, "the report as one web page: timeline of the threads beside the source"},
    Option{"--junit", "FILE", "", kBoth, "the report as JUnit XML, for CI servers"},
    Option{"--save", "FILE.heddle", "named after the first source file", kCheck, "where the counterexample goes"},
    Option{"--record", "FILE", "", kCheck,
           "the execution of the first bug as a trace; with 'random', of one run if there is no bug"},
    Option{"--keep-files", "DIR", "", kReplay, "write the files that the program has written below DIR"},
    Option{"--gdb", "", "", kReplay, "the command that stops in gdb at the bug; run at once on a terminal"},
    Option{"--step", "", "", kReplay, "walk through the interleaving"},
    Option{"--stop-at-bug", "[=optimised]", "", kReplay, "stop in heddle_bug_here(); for a debugger, used by --gdb"},
    Option{"--stats", "", "", kBoth | kAnalyze, "print the counters of the search"},
    Option{"--color", "auto|always|never", "auto", kAll, "coloured text"},
    Option{"-q", "", "", kAll, "one line per bug, or the verdict"},
    Option{"-v", "", "", kBoth | kAnalyze, "call stacks, assumptions, the whole schedule"},
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const Option> option_table() { return kOptions; }

const Option* find_option(std::string_view name, Command command) {
  for (const Option& option : kOptions)
    if (option.name == name && (option.commands & command) != 0) return &option;
  return nullptr;
}

std::string closest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > 64) return {};  // not a misspelling of anything here
  std::string_view best;
  std::size_t distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t d = edit_distance(word, candidate);
    if (d < distance) distance = d, best = candidate;
  }
  return std::string(best);
}

}  // namespace heddle::cli
