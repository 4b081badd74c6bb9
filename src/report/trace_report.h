// What heddle trace says: every race as text, JSON or SARIF, and at the end what was analysed and what it means. Races
// are rendered as they are found and kept in spools, because the verdict comes first or a later line may turn out to be
// impossible: memory does not grow with their number.
//
//   TraceSinks    gives each finding to the formats that are wanted
//   TraceReport   what is known at the end; write_trace_text, write_trace_json
#pragma once
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/bug.h"
#include "report/sarif.h"
#include "report/spool.h"
#include "report/trace_page.h"
#include "trace/analysis.h"

namespace heddle {

// One detector's pass over the trace.
struct TraceRun {
  std::string detector;
  bool exact = false;
  bool discipline = false;  // its findings are violations of a discipline, not races
  trace::Outcome outcome;
  double wall_ms = 0;
  std::map<std::string, std::uint64_t> variables;  // racy ones, with the number of races
  std::uint64_t fingerprint = 0;                   // of its findings: equal for equal ones
};

struct TraceReport {
  std::string file;            // as the user named it
  std::string detector;        // as asked for: a name, or "all"
  std::vector<TraceRun> runs;  // one, or one for each detector
  Verdict verdict = Verdict::Inconclusive;
  std::vector<std::string> limits;
  std::vector<std::string> assumptions;
  std::uint64_t peak_rss_kb = 0;

  const TraceRun& main() const { return runs.front(); }
};

struct TraceFormats {
  bool text = false;
  bool json = false;
  bool color = false;
  bool quiet = false;
  bool page = false;
  std::FILE* sarif = nullptr;
};

class TraceSinks : public trace::Sink {
 public:
  TraceSinks(std::string file, const TraceFormats& formats);
  // Of which pass the next findings are; only those of the first are rendered.
  void begin(TraceRun& run, bool render) { run_ = &run, render_ = render; }
  void found(const trace::Finding&) override;

  Spool text, json;
  std::optional<SarifWriter> sarif;
  TracePage page;

 private:
  std::string text_of(const trace::Finding&) const;
  SarifResult sarif_of(const trace::Finding&) const;

  const std::string file_;
  const TraceFormats formats_;
  TraceRun* run_ = nullptr;
  bool render_ = true;
  bool first_ = true;
};

// Verdict, limits and assumptions follow from the runs.
void conclude(TraceReport& report);

bool write_trace_text(std::FILE* out, const TraceReport& report, TraceSinks& sinks, const TraceFormats& formats);
bool write_trace_json(std::FILE* out, const TraceReport& report, TraceSinks& sinks);
// Reads the trace once more, for what happened before each race.
void write_trace_page(std::FILE* out, const TraceReport& report, TraceSinks& sinks, trace::LineReader& reader);

// Where a location that says file:line or file:line:column is; any other: the line of the trace.
SarifPlace place_in_trace(std::string_view location, const std::string& trace_file, std::uint64_t line);

}  // namespace heddle
