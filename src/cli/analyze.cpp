// heddle analyze: compile and link as check does, then ask static/ instead of running the program.
#include "static/analyze.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>

#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/output.h"
#include "cli/prepare.h"
#include "cli/settings.h"
#include "frontend/gather.h"
#include "report/analysis_report.h"
#include "report/page_report.h"
#include "run/isolation.h"
#include "run/progress.h"

namespace heddle::cli {

using namespace run;
namespace {

AnalysisResult error_of(std::string message) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  AnalysisResult result;
  result.verdict = Verdict::Error;
  result.message = std::move(message);
  return result;
}

// False: said on standard error.
template <class Write>
bool write_to(const std::string& path, Write write) {
  if (path.empty()) return true;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool good = file != nullptr;
  if (good) {
    write(file);
    good = std::ferror(file) == 0;
    good = std::fclose(file) == 0 && good;
  }
  if (!good) fmt::print(stderr, "heddle: error: cannot write '{}': {}\n", path, std::strerror(errno));
  return good;
}

int finish_analysis(AnalysisResult result, const OutputSettings& output) {
  add_source(result);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.stats.peak_rss_kb = static_cast<std::uint64_t>(usage.ru_maxrss);
  bool written = write_to(output.json_file, [&](std::FILE* file) { std::fputs(to_json(result).c_str(), file); });
  written &= write_to(output.sarif_file, [&](std::FILE* file) { write_sarif(file, result); });
  written &= write_to(output.html_file,
                      [&](std::FILE* file) { write_page(file, page_of(result, output.subject, text_style(output))); });
  if (output.json)
    std::fputs(to_json(result).c_str(), stdout);
  else if (result.verdict == Verdict::Error)
    fmt::print(stderr, "{}\n", result.message);
  else
    std::fputs(to_text(result, text_style(output)).c_str(), stdout);
  if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && errno != EPIPE) {
    fmt::print(stderr, "heddle: error: cannot write standard output: {}\n", std::strerror(errno));
    written = false;
  }
  return exit_status(written ? result.verdict : Verdict::Error);
}

}  // namespace

int run_analyze(const std::vector<std::string>& words) {
  const Settings settings = analyze_settings(split_arguments(kAnalyze, words));
  if (!settings.error.empty()) {
    OutputSettings output;
    output.json = asks_for_json(words);
    return finish_analysis(
        error_of(fmt::format("heddle: error: {}\nheddle: 'heddle help analyze' lists the options", settings.error)),
        output);
  }
  if (const std::string error = check_output(settings); !error.empty()) {
    OutputSettings output;
    output.json = settings.output.json;
    return finish_analysis(error_of("heddle: error: " + error), output);
  }
  const auto start = std::chrono::steady_clock::now();
  GatherRequest request;
  request.files = settings.files;
  request.flags = settings.flags;
  request.cache_directory = cache_directory();
  request.extra = header_flags();
  request.color = !settings.output.json && use_color(settings.output.color, STDERR_FILENO);
  std::optional<PhaseLine> phase(std::in_place, !settings.output.quiet);
  phase->enter("compiling " +
               (settings.files.size() == 1 ? settings.files[0] : std::to_string(settings.files.size()) + " files"));
  GatherResult gathered = gather(request);
  if (!settings.output.quiet) std::fputs(gathered.warnings.c_str(), stderr);
  if (!gathered.error.empty()) return finish_analysis(error_of(gathered.error), settings.output);
  phase->enter("analysing");
  AnalyzeRequest analysis;
  analysis.units = std::move(gathered.units);
  analysis.entries = settings.analyze.entries;
  analysis.races = settings.analyze.races;
  analysis.deadlocks = settings.analyze.deadlocks;
  if (settings.analyze.reach.size() == 2)
    analysis.reach = {{settings.analyze.reach[0].first, settings.analyze.reach[0].second},
                      {settings.analyze.reach[1].first, settings.analyze.reach[1].second}};
  if (!settings.analyze.formula.empty()) analysis.ltl = LtlQuestion{settings.analyze.formula, settings.analyze.thread};
  AnalysisResult result = analyze(std::move(analysis));
  phase.reset();
  if (settings.analyze.confirm && result.verdict != Verdict::Error) {
    catch_interruptions();
    if (const std::string error = confirm(result, settings); !error.empty())
      return finish_analysis(error_of(error), settings.output);
  }
  result.stats.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return finish_analysis(std::move(result), settings.output);
}

}  // namespace heddle::cli
