#include "report/trace_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "detect/registry.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;
using trace::Finding;
using trace::Outcome;
using trace::Side;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

const char* order_name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::Relaxed:
      return "relaxed";
    case MemoryOrder::Acquire:
      return "acquire";
    case MemoryOrder::Release:
      return "release";
    case MemoryOrder::AcquireRelease:
      return "acq_rel";
    case MemoryOrder::SequentiallyConsistent:
      return "seq_cst";
  }
  return "?";
}

// As the trace spells it.
std::string operation_of(const Side& side) {
  using trace::Action;
  const bool has_order = side.action >= Action::Load && side.action <= Action::CompareExchangeFailed;
  const std::string word(trace::word_of(side.action));
  return has_order && side.line != 0 ? fmt::format("{}.{}", word, order_name(side.order)) : word;
}

// "write by T1 in line 3 at a.c:12"
std::string sentence_of(const Side& side) {
  std::string out = fmt::format("{} by {}", operation_of(side), trace::printable(side.thread));
  out += side.line != 0 ? fmt::format(" in line {}", side.line) : " in an earlier line";
  if (!side.location.empty()) out += fmt::format(" at {}", trace::printable(side.location));
  return out;
}

Json side_json(const Side& side) {
  Json json = Json::object();
  json["line"] = side.line;
  json["thread"] = side.thread;
  json["op"] = operation_of(side);
  json["location"] = side.location;
  return json;
}

}  // namespace

SarifPlace place_in_trace(std::string_view location, const std::string& trace_file, std::uint64_t line) {
  SarifPlace place{trace_file, line, 0, {}};
  std::string_view rest = location;
  std::vector<std::uint64_t> numbers;
  while (numbers.size() < 2) {
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos || colon == 0) break;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data() + colon + 1, rest.data() + rest.size(), number);
    if (error != std::errc{} || end != rest.data() + rest.size() || number == 0) break;
    numbers.insert(numbers.begin(), number);
    rest = rest.substr(0, colon);
  }
  if (numbers.empty()) return place;
  place.file = rest;
  place.line = numbers[0];
  place.column = numbers.size() > 1 ? numbers[1] : 0;
  return place;
}

namespace {

SarifPlace place_of(const Side& side, const std::string& trace_file) {
  SarifPlace place = place_in_trace(side.location, trace_file, side.line);
  place.message = sentence_of(side);
  return place;
}

const char* kind_of(const TraceRun& run) { return run.discipline ? "discipline" : "race"; }

std::string many(std::uint64_t n, const char* one, const char* several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}

std::string counts(const TraceReport& report) {
  const Outcome& o = report.main().outcome;
  return fmt::format("{}, {}, {}, {}", many(o.events, "event", "events"), many(o.threads, "thread", "threads"),
                     many(o.variables, "variable", "variables"), many(o.objects, "object", "objects"));
}

}  // namespace

TraceSinks::TraceSinks(std::string file, const TraceFormats& formats) : file_(std::move(file)), formats_(formats) {
  if (formats.sarif != nullptr) sarif.emplace(formats.sarif);
}

void TraceSinks::found(const Finding& f) {
  ++run_->variables[std::string(f.variable)];
  const std::uint64_t pair[] = {f.first.line, f.second.line};
  run_->fingerprint += XXH3_64bits_withSeed(f.variable.data(), f.variable.size(), XXH3_64bits(pair, sizeof pair));
  if (!render_) return;
  if (formats_.text) text.add(text_of(f));
  if (formats_.json) {
    Json race = {{"variable", f.variable}, {"kind", kind_of(*run_)}};
    race["first"] = side_json(f.first);
    race["second"] = side_json(f.second);
    json.add((first_ ? "" : ",") + dump(race));
    first_ = false;
  }
  if (sarif) sarif->add(sarif_of(f));
  if (formats_.page) page.found(f, file_, run_->discipline);
}

std::string TraceSinks::text_of(const Finding& f) const {
  const char* const red = formats_.color ? "\033[1;31m" : "";
  const char* const plain = formats_.color ? "\033[0m" : "";
  std::string out = fmt::format("{}:{}:1: {}error:{} {} '{}' [{}]\n", file_, f.second.line, red, plain,
                                run_->discipline ? "locking discipline violated on" : "data race on",
                                trace::printable(f.variable), kind_of(*run_));
  if (formats_.quiet) return out;
  return out + fmt::format("  {}\n  {}\n", sentence_of(f.first), sentence_of(f.second));
}

SarifResult TraceSinks::sarif_of(const Finding& f) const {
  SarifResult result;
  result.rule = kind_of(*run_);
  result.message = fmt::format("data race on '{}': {}, and {}", trace::printable(f.variable), sentence_of(f.first),
                               sentence_of(f.second));
  if (run_->discipline) result.message.replace(0, 9, "violated discipline");
  result.place = place_of(f.second, file_);
  result.place.message.clear();
  result.related = {place_of(f.first, file_)};
  return result;
}

void conclude(TraceReport& report) {
  const Outcome& o = report.main().outcome;
  if (o.end != Outcome::End::Complete) report.limits.push_back(o.message);
  if (o.events == 0) report.limits.push_back("the trace has no events");
  bool found = false, exact = false;
  const TraceRun* judge = nullptr;  // the first exact one
  for (const TraceRun& run : report.runs) {
    exact |= run.exact;
    if (run.exact || report.runs.size() == 1) found |= run.outcome.races > 0;
    if (!run.exact) continue;
    if (judge == nullptr) judge = &run;
    if (judge->fingerprint != run.fingerprint || judge->outcome.races != run.outcome.races)
      report.limits.push_back(
          fmt::format("internal error: {} and {} do not find the same races", judge->detector, run.detector));
  }
  if (!detector_kind(report.main().detector).exists)
    report.limits.push_back("without a detector only the trace itself was checked");
  else if (!exact)
    report.limits.push_back(fmt::format("the detector {} does not find every race", report.main().detector));
  if (o.shown_as_blocks != 0)
    report.assumptions.push_back(
        fmt::format("begin and end enclose atomic blocks, as line {} shows, and order nothing", o.shown_as_blocks));
  if (!o.roots.empty()) {
    std::vector<std::string> names;
    for (const std::string& root : o.roots) names.push_back(trace::printable(root));
    const std::size_t more = names.size() > 10 ? names.size() - 10 : 0;
    names.resize(names.size() - more);
    report.assumptions.push_back(fmt::format("never forked, taken as running from the beginning: {}{}",
                                             fmt::join(names, ", "),
                                             more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  report.verdict = found ? Verdict::Bug : report.limits.empty() ? Verdict::Verified : Verdict::Inconclusive;
}

namespace {

// Variables down, detectors across.
std::string table_of(const TraceReport& report) {
  constexpr std::size_t kRows = 20;
  std::map<std::string, bool> variables;
  std::size_t width = 10;
  for (const TraceRun& run : report.runs)
    for (const auto& [variable, count] : run.variables) variables[trace::printable(variable).substr(0, 40)] = true;
  std::size_t shown = 0;
  for (const auto& entry : variables)
    if (shown++ < kRows) width = std::max(width, entry.first.size());
  const auto row = [&](const std::string& head, const auto& cell) {
    std::string out = fmt::format("  {:<{}}", head, width);
    for (const TraceRun& run : report.runs)
      out += fmt::format("  {:>{}}", cell(run), std::max<std::size_t>(run.detector.size(), 8));
    return out + "\n";
  };
  std::string out = row("", [](const TraceRun& run) { return run.detector; });
  shown = 0;
  for (const auto& entry : variables) {
    if (shown++ == kRows) {
      out += fmt::format("  ... and {} more\n", many(variables.size() - kRows, "variable", "variables"));
      break;
    }
    out += row(entry.first, [&](const TraceRun& run) {
      std::uint64_t count = 0;
      for (const auto& [variable, n] : run.variables)
        if (trace::printable(variable).substr(0, 40) == entry.first) count += n;
      return count == 0 ? std::string("-") : std::to_string(count);
    });
  }
  out += row("findings", [](const TraceRun& run) { return std::to_string(run.outcome.races); });
  out += row("kind", [](const TraceRun& run) { return run.discipline ? "rule" : "race"; });
  out += row("ms", [](const TraceRun& run) { return fmt::format("{:.1f}", run.wall_ms); });
  return out;
}

}  // namespace

bool write_trace_text(std::FILE* out, const TraceReport& report, TraceSinks& sinks, const TraceFormats& formats) {
  const TraceRun& main = report.main();
  const bool kept = sinks.text.copy_to(out);
  if (report.detector == "all" && !formats.quiet) fmt::print(out, "{}\n", table_of(report));
  const std::string what = fmt::format("{}; detector {}", counts(report), report.detector);
  if (report.verdict == Verdict::Bug) {
    if (!formats.quiet)
      fmt::print(out, "{} on {} in this trace ({})\n",
                 main.discipline ? many(main.outcome.races, "violation", "violations")
                                 : many(main.outcome.races, "race", "races"),
                 many(main.variables.size(), "variable", "variables"), what);
  } else if (report.verdict == Verdict::Verified) {
    fmt::print(out, "verified: no race in this trace ({})\n", what);
  } else {
    fmt::print(out, "inconclusive: no race found in this trace ({})\n", what);
  }
  if (!formats.quiet || report.verdict != Verdict::Bug)
    for (const std::string& limit : report.limits) fmt::print(out, "  {}\n", limit);
  if (!formats.quiet)
    for (const std::string& assumption : report.assumptions) fmt::print(out, "  {}\n", assumption);
  return kept;
}

bool write_trace_json(std::FILE* out, const TraceReport& report, TraceSinks& sinks) {
  const Outcome& o = report.main().outcome;
  Json head = {{"heddle", 1}, {"verdict", name_of(report.verdict)}, {"scope", "this trace"}};
  head["detector"] = report.detector;
  head["events"] = o.events;
  std::string text = dump(head);
  text.pop_back();
  fmt::print(out, "{},\"races\":[", text);
  const bool kept = sinks.json.copy_to(out);

  Json tail = {{"limits", report.limits}, {"assumptions", report.assumptions}};
  const auto rounded = [](double ms) { return std::round(ms * 10) / 10; };
  if (report.detector == "all") {
    tail["detectors"] = Json::array();
    for (const TraceRun& run : report.runs)
      tail["detectors"].push_back({{"detector", run.detector},
                                   {"exact", run.exact},
                                   {"kind", kind_of(run)},
                                   {"races", run.outcome.races},
                                   {"variables", run.variables},
                                   {"wall_ms", rounded(run.wall_ms)}});
  }
  double wall = 0;
  for (const TraceRun& run : report.runs) wall += run.wall_ms;
  tail["stats"] = {{"threads", o.threads},
                   {"variables", o.variables},
                   {"objects", o.objects},
                   {"wall_ms", rounded(wall)},
                   {"peak_rss_kb", report.peak_rss_kb}};
  text = dump(tail);
  fmt::print(out, "],{}\n", text.substr(1));
  return kept;
}

}  // namespace heddle
