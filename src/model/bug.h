// What a search ends with. The fields are those of the JSON contract; docs/guide/json.md describes them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/ignore.h"
#include "model/schedule.h"
#include "model/site.h"

namespace heddle {

enum class BugKind : std::uint8_t { Race, Deadlock, Livelock, Assertion, Crash, Memory, Misuse, Exit, Discipline };
enum class Verdict : std::uint8_t { Verified, Bug, Error, Inconclusive };

const char* name_of(BugKind);
const char* name_of(Verdict);
const char* plural_of(BugKind kind);  // "races", "memory errors": for sentences
std::optional<BugKind> bug_kind(const std::string& name);
int exit_status(Verdict);

struct AccessReport {
  std::string thread;
  std::string operation;  // "read", "write", "atomic read", "atomic write", "free", "end of scope"
  SourcePosition position;
  std::vector<std::string> locks;           // names of the locks held
  std::vector<SourcePosition> calls;        // frames inside `position`, innermost first (system headers)
  std::vector<SourcePosition> callers;      // frames outside `position`, innermost first
  std::string created_at;                   // "created by main at a.c:12"
  std::vector<std::string> shown_locks = {};  // the locks as the text names them
};

struct WaitReport {  // one thread of a deadlock
  std::string thread;
  std::vector<std::string> holds;
  std::string wants;
  SourcePosition position;
  // For the text: with the line where each held lock was taken.
  std::vector<std::string> shown_holds = {};
  std::string shown_wants = {};              // what follows its name: "waits for m", "spins"
  std::vector<SourcePosition> callers = {};  // frames outside `position`, innermost first
};

// What a step of the interleaving does, for whoever draws it.
enum class StepKind : std::uint8_t {
  Access,   // to plain memory
  Atomic,   // access
  Acquire,  // of a lock
  Release,
  Create,  // a thread; its name is the object
  Join,
  Exit,     // of the thread itself
  Wait,     // begins to wait on a condition, semaphore, barrier, ...
  Wake,     // signals, posts, notifies: what may end another thread's wait
  Block,    // the thread cannot go on here, until the step `until`
  Failure,  // the bug itself, where it is no operation: the assertion, the crash
  Other,
};
const char* name_of(StepKind);

// A step of the interleaving. What a library function does on its way is one step: the user's call.
struct InterleavingRow {
  static constexpr std::int32_t kNever = -1;

  ThreadId thread;
  std::string source;  // the source line, trimmed
  std::string what;    // "lock m", "read counter = 3", ...
  SourcePosition position;
  bool important = false;          // part of the bug itself: one of the conflicting accesses, a wait of the deadlock
  std::string switch_reason = {};  // non-empty where the thread differs from the row before: why it changed
  StepKind kind = StepKind::Other;
  std::string object = {};              // "m", "counter"; empty: none
  std::string value = {};               // read or written; empty: none
  std::vector<std::string> locks = {};  // held by the thread after the step
  bool relevant = true;          // helps to understand the bug: it touches the data, orders, blocks or creates who does
  std::int32_t until = kNever;   // of a Block: the step with which the thread goes on
  std::uint32_t operations = 1;  // folded into this step
  std::int32_t depth = kNever;   // of calls: how many functions wait for the one of this step; kNever: unknown
};

// One step happens before another, of another thread, because of this object ("m", or the thread that is created).
struct OrderEdge {
  std::uint32_t from = 0, to = 0;  // indices into Bug::interleaving
  std::string object;
};

// How the lockset of a racing location came about (--explain): one operation that changed it.
struct LocksetReport {
  std::string thread;
  std::string operation;  // "lock m"
  SourcePosition position;
  std::vector<std::string> locks;  // the set afterwards: threads, locks, other objects
};

// What a step of the schedule did, so that a replay of a changed program can say where it went another way.
struct StepPlace {
  std::string operation;  // "lock m"
  std::string function;
  std::string place;  // "a.c:12"
  friend bool operator==(const StepPlace&, const StepPlace&) = default;
};

struct StepPlaces {
  std::vector<StepPlace> places;      // different ones
  std::vector<std::uint32_t> of_step;  // index into them for each step of the schedule; empty: not known
};

// Loops that are followed only so far, by the sites of their heads (machine/endless.cpp).
struct LoopBound {
  std::uint32_t rounds = 0;
  std::vector<std::uint32_t> sites;
  bool every_round = false;  // those that wait are followed round by round: the search compares states
};

struct Bug {
  BugKind kind = BugKind::Race;
  std::string message;
  std::string id;
  std::string thread;
  SourcePosition position;
  std::vector<SourcePosition> callers;  // of the function at that position, where accesses or waits do not have them
  std::string variable;                 // race
  std::string expression;               // of a part of a heap block: what the source calls it, "node->next", or empty
  std::vector<AccessReport> accesses;   // race (two), memory
  std::vector<WaitReport> cycle;        // deadlock; livelock: who are in each other's way
  std::size_t round = 0;                // livelock: the last so many steps of the schedule repeat; 0: not known
  std::vector<WaitReport> waits;        // deadlock without a cycle, livelock: what each blocked thread waits for
  std::vector<std::string> blocked;     // deadlock, livelock: every blocked thread
  std::string signal;                   // crash
  std::string allocated_at;             // memory
  std::string why;                      // one paragraph: the missing edge, the cycle
  std::vector<LocksetReport> lockset_history;  // race found by locksets: up to the second access
  std::vector<InterleavingRow> interleaving;   // every step; of a very long schedule the beginning and the end
  std::size_t steps_left_out = 0;              // of these,
  std::size_t left_out_before = 0;             // and the index of the step before which they were
  std::vector<OrderEdge> edges;                // between the steps of different threads
  Schedule schedule;
  StepPlaces steps;
  LoopBound loop_bound;                  // likewise
  std::vector<ByteRange> visible_bytes;  // scheduling points because of ignored races, for the replay file
  std::vector<std::string> schedule_text;  // as in JSON
  std::vector<std::string> thread_names;   // the ThreadNames table, for the replay file
  std::string output;                      // what the program had printed
  std::string replay;                      // path of the replay file, or empty
  bool minimised = false;  // not a new bug: one that was sent before, with a schedule that has fewer context switches
};

struct Statistics {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t transitions = 0;
  std::uint64_t states = 0;
  std::uint64_t matched = 0;
  std::uint64_t reexplored = 0;   // visits to known states that had something left to explore
  std::uint64_t store_bytes = 0;  // for the states, and what is known of them
  std::uint64_t backtracks = 0;
  std::uint64_t pruned = 0;       // backtracks that property-driven pruning has left out
  std::uint64_t checks = 0;       // whether all that begins at a state is free of races,
  std::uint64_t checks_held = 0;  // and how often that was so
  std::uint64_t max_depth = 0;
  double wall_ms = 0;
  std::uint64_t peak_rss_kb = 0;
};

// One call of heddle::check.
struct TestResult {
  std::string name;
  Verdict verdict = Verdict::Inconclusive;
  bool complete = false;
  std::uint64_t executions = 0;
  std::uint64_t transitions = 0;
  std::vector<std::string> bugs;  // their ids
};

// In Result::assumptions; the first line of the text says it too.
inline constexpr const char* kSequentialConsistency = "sequential consistency";

// A loop that was not followed to its end.
struct BoundedLoop {
  std::string thread;
  std::string file;
  unsigned line = 0;
  std::uint64_t rounds = 0;  // so many were covered
};

// An operation that a search comes back to again and again to try something else.
struct BranchSource {
  std::string operation;  // "lock m"
  std::string file;
  unsigned line = 0;
  unsigned share = 0;  // of all branches, in per cent
};

struct Result {
  Verdict verdict = Verdict::Inconclusive;
  bool complete = false;
  std::vector<std::string> properties;
  std::string search;       // as asked for
  std::string used_search;  // what auto picked
  std::string choice;       // why, where that depends on what it saw of the program
  std::string found_by;     // the search that found the first bug; empty: no bug, or not known
  std::uint64_t sampled = 0;  // random schedules that auto tried beside it; not in the statistics
  std::string detector;
  std::vector<Bug> bugs;
  std::vector<std::string> limits;        // what stopped us, one sentence each
  std::vector<std::string> uncontrolled;
  std::vector<int> exit_statuses;
  bool runs_forever = false;  // some executions have no end, as they are meant to
  std::vector<BoundedLoop> bounded_loops;
  std::vector<std::string> assumptions;
  bool has_ignore_file = false;
  std::vector<std::string> ignored;         // races, each with the entry that covers it
  std::vector<std::string> unused_ignores;  // entries that covered nothing
  std::string baseline_file;                // of --baseline; empty: none
  std::vector<Bug> known_bugs;              // found again, and not among the bugs
  std::vector<std::string> unmet_bugs;      // ids in it that a complete run did not meet
  bool weak_atomics = false;
  std::vector<BranchSource> branching;   // of a search that was stopped: most first
  std::vector<std::string> suggestions;  // and what might help it to an end
  Statistics stats;
  std::vector<TestResult> tests;  // of a program with heddle::check
  std::string message;            // of an error
};

}  // namespace heddle
