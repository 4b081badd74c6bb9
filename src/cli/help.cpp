#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

#include "cli/bug_pages.h"
#include "cli/commands.h"
#include "cli/generate.h"
#include "cli/options.h"
#include "cli/output.h"
#include "detect/registry.h"
#include "search/search.h"

namespace heddle::cli {
namespace {

constexpr const char* kOverview =
    R"(Heddle finds data races, deadlocks and other bugs in multithreaded C and C++ programs
by running them under every order of their threads that can matter.

  heddle check  [options] FILE... [-- ARGS...]   explore the interleavings of a program
  heddle replay [options] FILE.heddle            run a recorded counterexample again
  heddle trace  [options] TRACE                  find races in a recorded execution
  heddle analyze [options] FILE...               races and deadlocks without running: proofs and candidates
  heddle cc | c++ ARGS...                        compile as clang does, and keep bitcode for check
  heddle --version | --help | help TOPIC         topics: check, analyze, replay, trace, searches, detectors,
                                                 verdicts, ignore, json, and each kind of bug: race, deadlock,
                                                 livelock, assertion, crash, memory, misuse, exit, discipline

FILE is C, C++, LLVM bitcode, or an executable, object or archive built with heddle cc or c++. Compiler
flags (-I -D -U -std= -include -f* -m* -W* ...) may stand anywhere.
Exit status: 0 verified, 1 bug, 2 error, 3 inconclusive.
)";

constexpr const char* kCheckText = R"(heddle check [options] FILE... [-- ARGS...]

Compiles the files with clang, links them, and runs the program under every interleaving that can matter. Compiler
flags are passed on wherever they stand; -O* and -g* are ignored; -fsanitize*, -flto and -fopenmp are refused. Executables, objects and
archives made by 'heddle cc' or 'heddle c++' give the bitcode that they hold; -l and -L find libraries; -p BUILD_DIR takes
the flags of the files from compile_commands.json.

)";

constexpr const char* kReplayText = R"(heddle replay [options] FILE.heddle

Compiles the program of the replay file again and runs its schedule. Status 1: the bug was reproduced, with the full
report. Status 3: the schedule could not be followed, or ended without the bug; the report says at which step. Status
2: the file is unreadable or the program does not compile. A program that has changed is replayed as far as it goes.
The source files are looked for where heddle runs, then beside the replay file.

--step shows one step after another: n or Enter next, b back, a number goes to that step, g to the bug, q ends. Without
a terminal the commands are read from standard input. --gdb prints the command that starts gdb and stops at the bug,
with the program's threads, lines and variables.

)";

constexpr const char* kTraceText = R"(heddle trace [options] TRACE

Finds the data races of a recorded execution: TRACE is a file, plain or gzip, or - for standard input. One event a line,
THREAD|OPERATION|LOCATION, in the order in which they happened:

  T0|w(x)|a.c:12   r, w; acq, rel (lock); fork, join (thread); begin, end (of the thread)
  also             load, store, rmw, cas, casfail with a memory order (load.acquire(x)), fence.ORDER, racq, rrel (readers
                   of a lock), post, wait, arrive, leave (barrier), send, recv, alloc, free, destroy
  w(p@0x7f10:8)    bytes of memory instead of a variable

'heddle check --record FILE' writes such a file. Status 0: no race in this trace. 1: a race. 2: a line that is malformed or
cannot have happened. 3: no race as far as it was analysed, and why not further. --detector all compares the detectors.
docs/guide/trace.md has the details.

)";

constexpr const char* kAnalyzeText = R"(heddle analyze [options] FILE...

Looks for data races and deadlocks without running the program: pointers, threads and locks are followed through the
code (docs/guide/analyze.md). 'verified' is a proof for every input and any number of loop rounds. A candidate comes with
a schedule of lock operations that leads to it; data is not looked at, so it may be impossible: --confirm asks check.
FILE and compiler flags as for check.

Status 0: proven free of both. 1: a candidate that the locks allow. 2: error. 3: neither, and the report says why.

)";

constexpr const char* kVerdicts = R"(Verdicts and exit status

  0  verified      every interleaving was covered, for the properties listed
  1  bug           at least one bug, each with a schedule that replays
  2  error         wrong usage, source that does not compile, unreadable input
  3  inconclusive  nothing found, but not everything covered: the report names what stopped it

Kinds of bugs: race, deadlock, livelock, assertion (assert, abort, std::terminate, a failed expectation of GoogleTest
or Catch2), crash (a signal), memory (use after free or after the end of a variable, double free, out of bounds), misuse
(of a synchronisation object), exit (the program ends with a status other than 0, or than --exit-status lists),
discipline (only by eraser and locking-discipline). Interleavings are sequentially consistent.
)";

constexpr const char* kJson = R"(JSON (--json, --json=FILE)

One object on one line. Keys: heddle (version of the format), verdict, complete, properties, memory_model, search,
used_search, detector, bugs, limits, uncontrolled, exit_statuses, assumptions, bounded_loops, stats; message if the
verdict is error.
Every bug has kind, message, id, thread, file, line, column, function, schedule, output, replay; a race adds variable
and accesses, a deadlock cycle and blocked, a crash signal, memory accesses and allocated_at. Two runs give the same
bytes but for stats.wall_ms and stats.peak_rss_kb. docs/guide/json.md has the details.
)";

constexpr const char* kIgnore = R"(Ignoring (--ignore FILE)

One entry per line; # begins a comment. The reason is required; * in a name stands for any characters.

  race variable "hits" because the statistics need not be exact
  race function "Cache::peek" because a stale value only costs a second lookup
  race file "vendor/*" because reported upstream
  trust function "log_*" because it only formats into a buffer of its own
  trust file "vendor/*" because tested by its authors

race: data races on that variable, or with an access in that function or file, are not reported. trust: the same for
everything that such code does or calls, and an external function of that name may get pointers into the program. The
bytes of an ignored race become scheduling points, so that a verdict still covers every interleaving. Entries that
covered nothing are listed. docs/guide/ignore.md has the details.
)";

constexpr std::array<std::string_view, 18> kTopics = {
    "check", "analyze",  "replay",   "trace",     "searches", "detectors", "verdicts", "ignore", "json",
    "race",  "deadlock", "livelock", "assertion", "crash",    "memory",    "misuse",   "exit",   "discipline"};

std::string options_text(Command command, const std::string& title) {
  std::string out = title;
  for (const Option& option : option_table()) {
    if (!option.works || (option.commands & command) == 0) continue;
    const bool joined = !option.argument.empty() && option.argument[0] == '[';
    std::string left =
        fmt::format("  {}{}{}", option.name, option.argument.empty() || joined ? "" : " ", option.argument);
    std::string right(option.help);
    if (!option.fallback.empty()) right += fmt::format(" [{}]", option.fallback);
    if (left.size() >= 27) {
      out += left + "\n";
      left.clear();
    }
    out += fmt::format("{:<28}{}\n", left, right);
  }
  return out;
}

// What a registry has: names in a column, and what each is.
template <class Kind>
std::string kinds_text(const char* title, std::span<const Kind> kinds) {
  std::size_t width = 0;
  for (const Kind& kind : kinds) width = std::max(width, kind.name.size());
  std::string out = fmt::format("{}\n\n", title);
  for (const Kind& kind : kinds) out += fmt::format("  {:<{}}  {}\n", kind.name, width, kind.about);
  return out;
}

}  // namespace

std::span<const std::string_view> help_topics() { return kTopics; }

std::string overview_text() { return kOverview; }

std::string command_text(Command command) {
  switch (command) {
    case kCheck:
      return kCheckText;
    case kReplay:
      return kReplayText;
    case kTrace:
      return kTraceText;
    case kAnalyze:
      return kAnalyzeText;
  }
  return {};
}

std::string help_text(const std::string& topic) {
  if (topic.empty()) return kOverview + options_text(kCheck, "\nOptions of check\n");
  if (topic == "check" || topic == "options") return options_text(kCheck, kCheckText);
  if (topic == "replay") return options_text(kReplay, kReplayText);
  if (topic == "analyze") return options_text(kAnalyze, kAnalyzeText);
  if (topic == "trace") return options_text(kTrace, kTraceText);
  if (topic == "searches") return kinds_text("Searches (--search NAME)", search_kinds());
  if (topic == "detectors") return kinds_text("Detectors (--detector NAME)", detector_kinds());
  if (topic == "verdicts") return kVerdicts;
  if (topic == "json") return kJson;
  if (topic == "ignore") return kIgnore;
  if (topic == "man-page") return man_page();  // these three are for the build
  if (topic == "bash-completion") return bash_completion();
  if (topic == "zsh-completion") return zsh_completion();
  return bug_page(topic);
}

std::string version_text() { return fmt::format("heddle {}\n", HEDDLE_VERSION); }

int run_help(const std::vector<std::string>& topic) {
  const std::string text = topic.size() > 1 ? "" : help_text(topic.empty() ? "" : topic[0]);
  if (text.empty())
    return finish_error(
        fmt::format("heddle: error: no help about '{}'; topics: {}", topic[0], fmt::join(kTopics, ", ")), false);
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace heddle::cli
