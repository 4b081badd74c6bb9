// heddle trace: finds the races of a recorded execution. One pass over the file for each detector; what can be read
// only once is copied to a temporary file first if more passes are wanted.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "cli/commands.h"
#include "run/isolation.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "detect/registry.h"
#include "report/trace_report.h"

namespace heddle::cli {

using namespace run;
namespace {

// The trace, to be opened once a pass.
class Source {
 public:
  ~Source() {
    if (copy_ != nullptr) std::fclose(copy_);
  }

  // Empty, or why the file cannot be read.
  std::string open(const std::string& path, bool several_passes) {
    path_ = path;
    const int descriptor = path == "-" ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) return std::strerror(errno);
    if (S_ISDIR(status.st_mode)) {
      close(descriptor);
      return "is a directory";
    }
    first_ = descriptor;
    seekable_ = S_ISREG(status.st_mode);
    return several_passes && !seekable_ ? spool() : std::string{};
  }

  // A descriptor at the beginning, which the caller closes.
  int rewound() {
    if (copy_ == nullptr && !used_) {
      used_ = true;
      return first_;
    }
    if (copy_ == nullptr) return ::open(path_ == "-" ? "/dev/stdin" : path_.c_str(), O_RDONLY | O_CLOEXEC);
    const int descriptor = dup(fileno(copy_));
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
  }

 private:
  std::string spool() {
    copy_ = std::tmpfile();
    if (copy_ == nullptr) return fmt::format("cannot be kept for several passes: {}", std::strerror(errno));
    std::vector<char> block(std::size_t{1} << 18);
    while (!interrupted()) {
      const ssize_t n = read(first_, block.data(), block.size());
      if (n == 0) break;
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 || std::fwrite(block.data(), 1, static_cast<std::size_t>(n), copy_) != static_cast<std::size_t>(n))
        return std::strerror(errno);
    }
    close(first_);
    return std::fflush(copy_) == 0 ? std::string{} : std::strerror(errno);
  }

  std::string path_;
  int first_ = -1;
  bool seekable_ = false;
  bool used_ = false;
  std::FILE* copy_ = nullptr;
};

std::vector<std::string> detectors_of(const Settings& settings) {
  if (settings.check.detector != "all") return {settings.check.detector};
  std::vector<std::string> names = detector_names();
  std::erase(names, "none");
  return names;
}

// One pass. Empty, or why the detector could not be made.
std::string run_detector(const Settings& settings, Source& source, TraceSinks& sinks, TraceRun& run) {
  Journal journal;
  journal.set_recording(false);
  std::string error;
  const auto detector = make_detector(run.detector, journal, error, DetectorOptions{.list_all = true});
  if (!error.empty()) return error;
  run.exact = detector && detector->exact();
  run.discipline = detector_kind(run.detector).checks_discipline;
  const auto start = std::chrono::steady_clock::now();
  trace::Settings how;
  how.first_only = settings.trace.first_only;
  how.blocks = settings.trace.blocks;
  how.unforked = settings.trace.unforked;
  how.stop = interrupted;
  trace::LineReader reader(source.rewound(), interrupted);
  run.outcome = trace::analyse(reader, detector.get(), journal, how, sinks);
  run.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return {};
}

std::string place_of(const std::string& file, const trace::Outcome& outcome) {
  return fmt::format("{}:{}:{}: error: {}", file == "-" ? "<stdin>" : file, outcome.line, outcome.column,
                     outcome.message);
}

int write_report(const Settings& settings, Source& source, const TraceReport& report, TraceSinks& sinks,
                 const TraceFormats& formats) {
  bool written = true;
  const auto failed = [&](const std::string& what) {
    fmt::print(stderr, "heddle: error: cannot write {}: {}\n", what, std::strerror(errno));
    written = false;
  };
  if (const std::string& path = settings.output.json_file; !path.empty()) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool good = file != nullptr && write_trace_json(file, report, sinks) && std::ferror(file) == 0;
    if (file == nullptr || std::fclose(file) != 0 || !good) failed(fmt::format("'{}'", path));
  }
  if (const std::string& path = settings.output.html_file; !path.empty()) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file != nullptr) {
      trace::LineReader reader(source.rewound(), interrupted);
      write_trace_page(file, report, sinks, reader);
    }
    const bool good = file != nullptr && std::ferror(file) == 0;
    if (file == nullptr || std::fclose(file) != 0 || !good) failed(fmt::format("'{}'", path));
  }
  if (sinks.sarif && !sinks.sarif->finish(true)) failed(fmt::format("'{}'", settings.output.sarif_file));
  const bool kept =
      settings.output.json ? write_trace_json(stdout, report, sinks) : write_trace_text(stdout, report, sinks, formats);
  if (!kept) failed("the list of races to a temporary file");
  if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && errno != EPIPE) failed("standard output");
  return exit_status(written ? report.verdict : Verdict::Error);
}

int analyse_trace(const Settings& settings, Source& source) {
  const OutputSettings& output = settings.output;
  TraceReport report;
  report.file = settings.files[0] == "-" ? "<stdin>" : settings.files[0];
  report.detector = settings.check.detector;
  TraceFormats formats;
  formats.text = !output.json;
  formats.json = output.json || !output.json_file.empty();
  formats.color = use_color(output.color, STDOUT_FILENO);
  formats.quiet = output.quiet;
  formats.page = !output.html_file.empty();
  if (const std::string& path = settings.output.sarif_file; !path.empty()) {
    formats.sarif = std::fopen(path.c_str(), "wb");
    if (formats.sarif == nullptr)
      return finish_error(fmt::format("heddle: error: cannot write '{}': {}", path, std::strerror(errno)), output.json);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closer(formats.sarif,
                                                               [](std::FILE* f) { return std::fclose(f); });
  TraceSinks sinks(report.file, formats);
  for (const std::string& name : detectors_of(settings)) {
    TraceRun& run = report.runs.emplace_back();
    run.detector = name;
    sinks.begin(run, report.runs.size() == 1);
    if (const std::string error = run_detector(settings, source, sinks, run); !error.empty())
      return finish_error("heddle: error: " + error, output.json, output.json_file);
    if (run.outcome.is_error()) {
      if (sinks.sarif) sinks.sarif->finish(false);
      return finish_error(place_of(settings.files[0], run.outcome), output.json, output.json_file);
    }
    if (interrupted()) break;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.peak_rss_kb = static_cast<std::uint64_t>(usage.ru_maxrss);
  conclude(report);
  return write_report(settings, source, report, sinks, formats);
}

}  // namespace

int run_trace(const std::vector<std::string>& words) {
  const Settings settings = trace_settings(split_arguments(kTrace, words), {{}, detector_names()});
  const bool json = asks_for_json(words);
  if (!settings.error.empty())
    return finish_error(fmt::format("heddle: error: {}\nheddle: 'heddle help trace' lists the options", settings.error),
                        json);
  if (const std::string error = check_output(settings); !error.empty())
    return finish_error("heddle: error: " + error, json);
  catch_interruptions();
  Source source;
  if (const std::string error =
          source.open(settings.files[0], settings.check.detector == "all" || !settings.output.html_file.empty());
      !error.empty())
    return finish_error(fmt::format("{}: error: {}", settings.files[0] == "-" ? "<stdin>" : settings.files[0], error),
                        json, settings.output.json_file);
  return analyse_trace(settings, source);
}

}  // namespace heddle::cli
