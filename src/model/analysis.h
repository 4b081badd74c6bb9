// What the static analysis of locks ends with (heddle analyze): candidates, each a bug with a schedule of lock
// operations instead of an execution, and what stands between them and a proof. docs/guide/analyze.md describes the
// JSON.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/bug.h"

namespace heddle {

enum class CandidateStatus : std::uint8_t {
  Certified,  // a schedule of lock operations leads there; data may still exclude it
  Unknown,    // neither a schedule nor a proof; `why` says what is missing
  Confirmed,  // an execution shows it (--confirm)
  Refuted,    // no execution does
};
const char* name_of(CandidateStatus status);

struct ScheduleEntry {
  std::string thread;
  std::string operation;  // "lock m"
  SourcePosition position;
};

struct Candidate {
  CandidateStatus status = CandidateStatus::Unknown;
  Bug bug;  // kind, message, position, variable and accesses or cycle, interleaving
  std::vector<ScheduleEntry> schedule;
  std::string why;  // of an unknown one
  // Names of all that the two accesses may have in common; `bug.variable` is one of them.
  std::vector<std::string> memory;
};

struct LockWarning {
  std::string text;
  SourcePosition position;
};

struct AnalysisStatistics {
  std::uint64_t functions = 0, threads = 0, locks = 0, accesses = 0, shared_accesses = 0, objects = 0;
  double wall_ms = 0;
  std::uint64_t peak_rss_kb = 0;
};

// --reach
struct ReachAnswer {
  bool asked = false;
  Verdict verdict = Verdict::Inconclusive;  // Verified: unreachable, Bug: reachable
  std::vector<AccessReport> standing;       // where the two threads stand
  std::vector<ScheduleEntry> schedule;
  std::vector<InterleavingRow> interleaving;
  std::vector<std::string> thread_names;
  std::string why;
};

// --ltl
struct LtlReport {
  bool asked = false;
  Verdict verdict = Verdict::Inconclusive;  // Verified: holds, Bug: violated
  std::string thread;                       // of a violation
  std::vector<ScheduleEntry> stem, loop;    // a computation that violates it; an empty loop: the thread has ended
  std::string why;
};

struct AnalysisResult {
  Verdict verdict = Verdict::Inconclusive;
  std::string message;                  // of an error
  std::vector<std::string> properties;  // race, deadlock
  std::vector<Candidate> races, deadlocks;
  std::vector<LockWarning> warnings;
  std::vector<std::string> limits;       // what keeps it from being a proof, one sentence each
  std::vector<std::string> assumptions;  // what a proof takes for granted
  std::vector<std::string> proven;       // "race", "deadlock"
  ReachAnswer reach;
  LtlReport ltl;
  AnalysisStatistics stats;
};

}  // namespace heddle
