// Values of options. The first mistake ends the reading with a message that names option, value and what is possible.
#include "cli/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "detect/registry.h"
#include "model/processes.h"
#include "search/search.h"

namespace heddle::cli {
namespace {

class Reader {
 public:
  static std::string subject(const std::vector<std::string>& files) {
    if (files.empty()) return "heddle";
    return files.size() == 1 ? files[0] : fmt::format("{} and {} more", files[0], files.size() - 1);
  }

  Reader(const Arguments& arguments, Settings& settings) : arguments_(arguments), settings_(settings) {
    settings_.error = arguments.error;
  }

  void fail(std::string message) {
    if (settings_.error.empty()) settings_.error = std::move(message);
  }

  template <class T>
  std::optional<T> number(std::string_view option) {
    const auto text = arguments_.value(option);
    if (!text) return std::nullopt;
    T value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    bool good = error == std::errc{} && end == text->data() + text->size();
    if constexpr (std::is_floating_point_v<T>) good = good && std::isfinite(value) && value >= 0;
    if (!good) {
      fail(fmt::format("'{}': '{}' is not a valid number here", option, *text));
      return std::nullopt;
    }
    return value;
  }

  // One of these names.
  void name(std::string_view option, const char* what, std::string& into, const std::vector<std::string>& available) {
    const auto text = arguments_.value(option);
    if (!text) return;
    into = *text;
    if (std::find(available.begin(), available.end(), *text) != available.end()) return;
    const std::vector<std::string_view> names(available.begin(), available.end());
    const std::string meant = closest(*text, names);
    fail(fmt::format("unknown {} '{}'{}; available: {}", what, *text,
                     meant.empty() ? "" : fmt::format(", did you mean '{}'?", meant), fmt::join(available, ", ")));
  }

  void properties(std::vector<BugKind>& into) {
    const auto text = arguments_.value("--property");
    if (!text) return default_properties(into);
    into.clear();
    for (std::size_t at = 0; at <= text->size();) {
      const std::size_t comma = std::min(text->find(',', at), text->size());
      const std::string word = text->substr(at, comma - at);
      at = comma + 1;
      const auto kind = bug_kind(word);
      if (!kind) return fail(fmt::format("'--property': unknown property '{}'", word));
      if (*kind == BugKind::Discipline && !detector_kind(settings_.check.detector).checks_discipline)
        return fail("'--property discipline' needs the detector eraser or locking-discipline");
      if (std::find(into.begin(), into.end(), *kind) == into.end()) into.push_back(*kind);
    }
    std::sort(into.begin(), into.end());
  }

  void exit_statuses(std::vector<int>& into) {
    const auto text = arguments_.value("--exit-status");
    if (!text) return;
    into.clear();
    if (*text == "any") return;
    for (std::size_t at = 0; at <= text->size();) {
      const std::size_t comma = std::min(text->find(',', at), text->size());
      int status = -1;
      const auto [end, error] = std::from_chars(text->data() + at, text->data() + comma, status);
      if (error != std::errc{} || end != text->data() + comma || status < 0 || status > 255)
        return fail(fmt::format("'--exit-status': '{}' is neither 'any' nor a list of numbers from 0 to 255", *text));
      into.push_back(status);
      at = comma + 1;
    }
  }

  void heuristics(Heuristics& into) {
    const auto text = arguments_.value("--heuristics");
    if (!text) return;
    into = {false, false, false, false};
    if (*text == "none") return;
    const std::pair<std::string_view, bool*> known[] = {{"wf", &into.writes_first},
                                                        {"ww", &into.watch_written},
                                                        {"ara", &into.avoid_release_acquire},
                                                        {"af", &into.acquire_first}};
    for (std::size_t at = 0; at <= text->size();) {
      const std::size_t comma = std::min(text->find(',', at), text->size());
      const std::string word = text->substr(at, comma - at);
      at = comma + 1;
      const auto* const found =
          std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return k.first == word; });
      if (found == std::end(known))
        return fail(fmt::format("'--heuristics': '{}' is neither 'none' nor a list of wf, ww, ara and af", *text));
      *found->second = true;
    }
  }

  // What the detector cannot find is not promised.
  void default_properties(std::vector<BugKind>& properties) const {
    const std::string& detector = settings_.check.detector;
    if (!detector_kind(detector).finds_races) std::erase(properties, BugKind::Race);
    if (detector_kind(detector).checks_discipline) properties.push_back(BugKind::Discipline);
  }

  void read_rows(std::string& detector) {
    const bool with = arguments_.has("--read-rows"), without = arguments_.has("--no-read-rows");
    if (with && without) fail("'--read-rows' and '--no-read-rows' cannot be used together");
    if ((with || without) && !detector_kind(detector).takes_read_rows)
      fail(fmt::format("'{}' works only with {}", with ? "--read-rows" : "--no-read-rows",
                       detectors_that(&DetectorKind::takes_read_rows)));
    if (without) detector = kSummaryWithoutReads;
  }

  void visible(Visibility& into) {
    const auto text = arguments_.value("--visible");
    if (!text) return;
    if (*text != "sync" && *text != "all") fail(fmt::format("'--visible': '{}' is neither sync nor all", *text));
    into = *text == "all" ? Visibility::All : Visibility::Sync;
  }

  void output() {
    OutputSettings& out = settings_.output;
    if (const auto file = arguments_.value("--json")) {
      out.json = file->empty() || *file == "-";
      if (!out.json) out.json_file = *file;
    }
    out.sarif_file = arguments_.value("--sarif").value_or("");
    out.html_file = arguments_.value("--html").value_or("");
    out.junit_file = arguments_.value("--junit").value_or("");
    out.subject = subject(arguments_.files);
    out.stats = arguments_.has("--stats");
    out.quiet = arguments_.has("-q");
    out.verbose = arguments_.has("-v");
    out.explain = arguments_.has("--explain");
    const std::string color = arguments_.value("--color").value_or("auto");
    if (color == "always")
      out.color = ColorMode::Always;
    else if (color == "never")
      out.color = ColorMode::Never;
    else if (color != "auto")
      fail(fmt::format("'--color': '{}' is not auto, always or never", color));
    if (out.quiet && out.verbose) fail("'-q' and '-v' cannot be used together");
  }

  void analysis(AnalyzeSettings& into) {
    if (const auto text = arguments_.value("--property")) {
      into.races = into.deadlocks = false;
      for (const std::string& word : list(*text)) {
        if (word != "race" && word != "deadlock")
          return fail(fmt::format("'--property': '{}' is neither race nor deadlock", word));
        (word == "race" ? into.races : into.deadlocks) = true;
      }
    }
    if (const auto text = arguments_.value("--entry")) into.entries = list(*text);
    for (const std::string& name : into.entries)
      if (name.empty()) fail("'--entry': an empty name");
    into.confirm = arguments_.has("--confirm");
    into.formula = arguments_.value("--ltl").value_or("");
    into.thread = arguments_.value("--thread").value_or("main");
    if (arguments_.has("--thread") && into.formula.empty()) fail("'--thread' works only with '--ltl'");
    if (!into.formula.empty() && (into.confirm || arguments_.has("--reach")))
      fail("'--ltl' cannot be used with '--confirm' or '--reach'");
    if (into.confirm && !into.entries.empty()) fail("'--confirm' runs the program: it needs a main, not '--entry'");
    const auto text = arguments_.value("--reach");
    if (!text) return;
    for (const std::string& place : list(*text)) {
      const std::size_t colon = place.rfind(':');
      unsigned line = 0;
      const char* end = place.data() + place.size();
      const bool good = colon != std::string::npos && colon > 0 &&
                        std::from_chars(place.data() + colon + 1, end, line).ptr == end && line > 0;
      if (!good) return fail(fmt::format("'--reach': '{}' is not FILE:LINE", place));
      into.reach.emplace_back(place.substr(0, colon), line);
    }
    if (into.reach.size() != 2) fail("'--reach' needs two places: FILE:LINE,FILE:LINE");
    if (into.confirm) fail("'--confirm' and '--reach' cannot be used together");
  }

  void mode(ReplayMode& into) {
    if (arguments_.has("--step")) into = ReplayMode::Step;
    if (arguments_.has("--gdb")) into = ReplayMode::Gdb;
    if (const auto how = arguments_.value("--stop-at-bug")) {
      into = how->empty() ? ReplayMode::StopAtBug : ReplayMode::StopAtBugOptimised;
      if (!how->empty() && *how != "optimised") fail(fmt::format("'--stop-at-bug': '{}' is not 'optimised'", *how));
    }
    const int given = arguments_.has("--step") + arguments_.has("--gdb") + arguments_.has("--stop-at-bug");
    if (given > 1) fail("'--step', '--gdb' and '--stop-at-bug' cannot be used together");
    if (given == 1 && settings_.output.json)
      fail("'--json' on standard output is not possible together with '--step', '--gdb' or '--stop-at-bug'");
  }

 private:
  // "a.c", "a.c and 2 more"

  static std::vector<std::string> list(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      words.push_back(text.substr(at, comma - at));
      at = comma + 1;
    }
    return words;
  }

  const Arguments& arguments_;
  Settings& settings_;
};

// What only some searches can do.
void check_options_of_searches(Reader& reader, const Arguments& arguments, const SearchKind& search) {
  constexpr std::pair<const char*, bool SearchKind::*> kOptions[] = {
      {"--pct-depth", &SearchKind::takes_pct_depth},        {"--no-sleep", &SearchKind::takes_no_sleep},
      {"--explain-pruning", &SearchKind::explains_pruning}, {"--heuristics", &SearchKind::takes_heuristics},
      {"--shortest", &SearchKind::takes_heuristics},        {"--exact", &SearchKind::compares_states}};
  for (const auto& [option, can] : kOptions)
    if (arguments.has(option) && !(search.*can))
      reader.fail(fmt::format("'{}' works only with {}", option, searches_that(can)));
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

constexpr std::uint64_t kMostPctDepth = 1000;

void read_bounds(Reader& reader, CheckOptions& check) {
  check.bounds.executions = reader.number<std::uint64_t>("--max-executions");
  check.bounds.transitions = reader.number<std::uint64_t>("--max-transitions");
  check.bounds.depth = reader.number<std::uint64_t>("--max-depth");
  check.bounds.preemptions = reader.number<std::uint64_t>("--preemptions");
  check.bounds.seconds = reader.number<double>("--timeout");
  check.bounds.memory_mb = reader.number<std::uint64_t>("--memory");
  if (const auto seed = reader.number<std::uint64_t>("--seed")) check.seed = *seed;
  if (const auto depth = reader.number<std::uint64_t>("--pct-depth")) {
    check.pct_depth = *depth;
    if (*depth == 0 || *depth > kMostPctDepth)
      reader.fail(fmt::format("'--pct-depth': must be from 1 to {}", kMostPctDepth));
  }
  check.nondet = reader.number<std::int64_t>("--nondet");
  if (const auto workers = reader.number<std::uint64_t>("-j")) {
    if (*workers == 0) reader.fail("'-j': there must be at least one worker");
    if (*workers > 1) reader.fail("'-j' with more than one worker is not available yet");
  }
}

// Each is a small command line of its own. A single one is the program, as if it stood there without --process.
void read_process_options(Reader& reader, const Arguments& arguments, Settings& settings) {
  CheckOptions& check = settings.check;
  for (const auto& [name, value] : arguments.options)
    if (name == "--process") check.processes.push_back(value);
  if (const auto crashes = reader.number<std::uint64_t>("--crash-process")) check.crashes = *crashes;
  if (check.processes.empty()) {
    if (check.crashes != 0) reader.fail("'--crash-process' works only with '--process'");
    return;
  }
  if (!settings.files.empty() || !check.arguments.empty())
    reader.fail("with '--process' the files and arguments of each program go inside it");
  if (check.processes.size() > kMaxProcesses)
    reader.fail(fmt::format("'--process': at most {} are possible", kMaxProcesses));
  for (const ProcessSpec& process : read_processes(check.processes)) {
    const Arguments own = split_arguments(kCheck, process.words);
    if (!own.error.empty()) reader.fail(fmt::format("'--process': {}", own.error));
    if (!own.options.empty())
      reader.fail(fmt::format("'--process': '{}' applies to all processes: put it outside", own.options[0].first));
    if (own.files.empty()) reader.fail("'--process': no source file given");
    for (const std::string& file : own.files)
      if (std::find(settings.files.begin(), settings.files.end(), file) == settings.files.end())
        settings.files.push_back(file);
    if (check.processes.size() > 1) continue;
    settings.flags.insert(settings.flags.end(), own.flags.begin(), own.flags.end());
    check.arguments = process.arguments;
  }
  if (check.processes.size() == 1) {
    check.processes.clear();
    if (check.crashes != 0) reader.fail("'--crash-process' needs two processes or more");
    settings.output.subject = Reader::subject(settings.files);
    return;
  }
  if (!settings.filter.empty() || settings.list_cases)
    reader.fail(fmt::format("'{}' is for a program with test cases, not for several processes",
                            settings.list_cases ? "--list-cases" : "--filter"));
  settings.output.subject = fmt::format("{}", fmt::join(process_names(check.processes), ", "));
}

}  // namespace

Settings check_settings(const Arguments& arguments, const Available& available) {
  Settings settings;
  Reader reader(arguments, settings);
  CheckOptions& check = settings.check;
  reader.name("--search", "search", check.search, available.searches);
  const SearchKind& search = search_kind(check.search);
  if (!search.detector.empty()) check.detector = search.detector;
  reader.name("--detector", "detector", check.detector, available.detectors);
  reader.properties(check.properties);
  reader.exit_statuses(check.exit_statuses);
  reader.visible(check.visible);
  read_bounds(reader, check);
  check.keep_going = arguments.has("--keep-going");
  check.baseline_file = arguments.value("--baseline").value_or("");
  if (!check.baseline_file.empty()) check.stops_at_new_bug = !std::exchange(check.keep_going, true);
  if (!check.baseline_file.empty() && (arguments.has("--checkpoint") || arguments.has("--resume")))
    reader.fail("'--baseline' cannot be used with '--checkpoint' or '--resume' yet");
  check.spurious_wakeups = arguments.has("--spurious-wakeups");
  check.strict = arguments.has("--strict");
  check.lossy = arguments.has("--lossy");
  check.no_sleep = arguments.has("--no-sleep");
  check.explain_pruning = arguments.has("--explain-pruning");
  if (search.races_only &&
      std::find(check.properties.begin(), check.properties.end(), BugKind::Race) == check.properties.end())
    reader.fail(fmt::format("'--search {}' is for races, and '--property' does not ask for them", check.search));
  reader.heuristics(check.heuristics);
  check.shortest = arguments.has("--shortest");
  check.exact_states = arguments.has("--exact");
  check_options_of_searches(reader, arguments, search);
  reader.read_rows(check.detector);
  const auto& bounded = available.bounded_searches;
  if (check.bounds.preemptions && std::find(bounded.begin(), bounded.end(), check.search) == bounded.end())
    reader.fail(fmt::format("'--preemptions' is not possible with '--search {}', only with: {}", check.search,
                            fmt::join(bounded, ", ")));
  check.stdin_file = arguments.value("--stdin").value_or("");
  check.ignore_file = arguments.value("--ignore").value_or("");
  check.classes_file = arguments.value("--classes").value_or("");
  if (!check.classes_file.empty() && !search.takes_classes && !detector_kind(check.detector).takes_initialisers)
    reader.fail(fmt::format("'--classes' works only with {} or with {}", searches_that(&SearchKind::takes_classes),
                            detectors_that(&DetectorKind::takes_initialisers)));
  check.detect_nondeterminism = arguments.has("--detect-nondeterminism");
  reader.output();
  settings.save = arguments.value("--save").value_or("");
  settings.record = arguments.value("--record").value_or("");
  settings.filter = arguments.value("--filter").value_or("");
  settings.list_cases = arguments.has("--list-cases");
  for (const char* const option : {"--filter", "--list-cases"})
    if (arguments.has(option) && (arguments.has("--checkpoint") || arguments.has("--resume")))
      reader.fail(fmt::format("'{}' cannot be used with '--checkpoint' or '--resume', which take a program as a whole",
                              option));
  settings.checkpoint = arguments.value("--checkpoint").value_or("");
  settings.resume = arguments.value("--resume").value_or("");
  if (const auto every = reader.number<double>("--checkpoint-every")) check.checkpoint_seconds = *every;
  check.keeps_frontier = !settings.checkpoint.empty();
  if ((!settings.checkpoint.empty() || !settings.resume.empty()) && !covers_interleavings(check.search))
    reader.fail(fmt::format("'--checkpoint' and '--resume' are for searches that cover everything, not for '{}'",
                            check.search));
  settings.files = arguments.files;
  settings.flags = arguments.flags;
  check.arguments = arguments.program;
  read_process_options(reader, arguments, settings);
  if (settings.files.empty())
    reader.fail(std::find(settings.flags.begin(), settings.flags.end(), "-p") == settings.flags.end()
                    ? "no source file given"
                    : "no source file given: -p takes the flags of the files that you name from compile_commands.json");
  else
    check.program_name = base_name(settings.files[0]);
  return settings;
}

Settings replay_settings(const Arguments& arguments) {
  Settings settings;
  Reader reader(arguments, settings);
  settings.check.bounds.seconds = reader.number<double>("--timeout");
  reader.output();
  reader.mode(settings.mode);
  settings.check.detect_nondeterminism = arguments.has("--detect-nondeterminism");
  settings.check.keep_files = arguments.value("--keep-files").value_or("");
  settings.files = arguments.files;
  if (settings.files.size() != 1) reader.fail("replay needs exactly one FILE.heddle");
  if (!arguments.program.empty()) reader.fail("the replay file has the arguments of the program");
  return settings;
}

Settings analyze_settings(const Arguments& arguments) {
  Settings settings;
  Reader reader(arguments, settings);
  reader.analysis(settings.analyze);
  settings.check.bounds.seconds = reader.number<double>("--timeout");
  reader.output();
  settings.files = arguments.files;
  settings.flags = arguments.flags;
  settings.check.arguments = arguments.program;
  if (!arguments.program.empty() && !settings.analyze.confirm)
    reader.fail("arguments of the program are for '--confirm', which runs it");
  if (settings.files.empty())
    reader.fail("no source file given");
  else
    settings.check.program_name = base_name(settings.files[0]);
  return settings;
}

Settings trace_settings(const Arguments& arguments, const Available& available) {
  Settings settings;
  Reader reader(arguments, settings);
  std::vector<std::string> detectors = available.detectors;
  detectors.push_back("all");
  reader.name("--detector", "detector", settings.check.detector, detectors);
  settings.trace.first_only = arguments.has("--first");
  settings.trace.blocks = arguments.has("--blocks");
  settings.trace.unforked = arguments.has("--unforked");
  reader.output();
  settings.files = arguments.files;
  if (settings.files.size() != 1) reader.fail("trace needs exactly one file, or - for standard input");
  if (!arguments.program.empty()) reader.fail("a trace takes no arguments");
  return settings;
}

}  // namespace heddle::cli
