#include "cli/output.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "report/json.h"
#include "report/junit_report.h"
#include "report/page_report.h"
#include "report/sarif_report.h"
#include "report/text.h"

namespace heddle::cli {
namespace {

unsigned terminal_width() {
  if (const char* columns = std::getenv("COLUMNS"); columns != nullptr && std::atoi(columns) > 20)
    return static_cast<unsigned>(std::atoi(columns));
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
    return size.ws_col;
  return 100;
}

// The script that starts the tool from its source directory says how it was called.
std::string own_command() {
  const char* command = std::getenv("HEDDLE_COMMAND");
  return command != nullptr && command[0] != '\0' ? command : "heddle";
}

// False: said on standard error.
bool not_written(const std::string& what) {
  fmt::print(stderr, "heddle: error: cannot write {}: {}\n", what, std::strerror(errno));
  return false;
}

template <class FileReporter, class... More>
bool write_file(const Result& result, const std::string& path, const More&... more) {
  if (path.empty()) return true;
  const std::string name = fmt::format("'{}'", path);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return not_written(name);
  FileReporter(file, more...).report(result);
  const bool failed = std::ferror(file) != 0;
  if (std::fclose(file) != 0 || failed) return not_written(name);
  return true;
}

bool write_files(const Result& result, const OutputSettings& settings, const TextStyle& style) {
  bool written = write_file<JsonReporter>(result, settings.json_file);
  written &= write_file<SarifReporter>(result, settings.sarif_file);
  written &= write_file<HtmlReporter>(result, settings.html_file, settings.subject, style);
  written &= write_file<JunitReporter>(result, settings.junit_file, settings.subject, style);
  return written;
}

// A reader that has seen enough (`heddle check x.c | head`) is no error; a full disk is.
bool standard_output_written() {
  const bool failed = std::ferror(stdout) != 0 || std::fflush(stdout) != 0;
  return !failed || errno == EPIPE || not_written("standard output");
}

bool same_file(const std::string& one, const std::string& other) {
  struct stat first{}, second{};
  if (stat(one.c_str(), &first) != 0 || stat(other.c_str(), &second) != 0)
    return std::filesystem::absolute(one).lexically_normal() == std::filesystem::absolute(other).lexically_normal();
  return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Opens it without changing it. A file that was not there is there afterwards, empty, as it will be written anyway.
std::string check_writable(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) return fmt::format("cannot write '{}': {}", path, std::strerror(errno));
  std::fclose(file);
  return {};
}

// The replay file is written only if there is something to replay: it must not appear before.
std::string check_could_be_written(const std::string& path) {
  if (access(path.c_str(), F_OK) == 0)
    return std::filesystem::is_directory(path) ? fmt::format("'{}' is a directory", path) : check_writable(path);
  std::string folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (access(folder.c_str(), W_OK | X_OK) == 0) return {};
  return fmt::format("cannot write '{}': {}", path, std::strerror(errno));
}

}  // namespace

bool use_color(ColorMode mode, int descriptor) {
  if (mode != ColorMode::Auto) return mode == ColorMode::Always;
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (refused == nullptr || refused[0] == '\0') && isatty(descriptor) != 0 &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

std::string check_output(const Settings& settings) {
  const std::string& json = settings.output.json_file;
  const std::string& save = settings.save;
  const std::vector<std::pair<const char*, const std::string&>> outputs = {{"--json", json},
                                                                           {"--save", save},
                                                                           {"--sarif", settings.output.sarif_file},
                                                                           {"--html", settings.output.html_file},
                                                                           {"--junit", settings.output.junit_file},
                                                                           {"--record", settings.record},
                                                                           {"--checkpoint", settings.checkpoint}};
  std::vector<std::string> inputs = settings.files;
  for (const std::string* file : {&settings.check.stdin_file, &settings.check.baseline_file})
    if (!file->empty()) inputs.push_back(*file);
  for (const auto& [option, output] : outputs)
    for (const std::string& input : inputs)
      if (!output.empty() && same_file(output, input))
        return fmt::format("'{}' is an input and would be overwritten by the output", input);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t j = i + 1; j < outputs.size(); ++j)
      if (!outputs[i].second.empty() && !outputs[j].second.empty() && same_file(outputs[i].second, outputs[j].second))
        return fmt::format("'{}' and '{}' both name '{}'", outputs[i].first, outputs[j].first, outputs[j].second);
  std::string error = save.empty() ? std::string{} : check_could_be_written(save);
  for (const std::string* file : {&settings.record, &settings.checkpoint})
    if (error.empty() && !file->empty()) error = check_could_be_written(*file);
  for (const std::string* file :
       {&settings.output.sarif_file, &settings.output.html_file, &settings.output.junit_file, &json})
    if (error.empty() && !file->empty()) error = check_writable(*file);
  return error;
}

TextStyle text_style(const OutputSettings& settings) {
  TextStyle style;
  style.color = use_color(settings.color, STDOUT_FILENO);
  style.width = terminal_width();
  style.quiet = settings.quiet;
  style.verbose = settings.verbose;
  style.stats = settings.stats;
  style.command = own_command();
  return style;
}

int finish(Result result, const OutputSettings& settings, bool replaying) {
  if (!settings.explain)
    for (Bug& bug : result.bugs) bug.lockset_history.clear();
  TextStyle style = text_style(settings);
  style.replaying = replaying;
  bool written = write_files(result, settings, style);
  if (settings.json) {
    JsonReporter(stdout).report(result);
    written &= standard_output_written();
    return written ? exit_status(result.verdict) : exit_status(Verdict::Error);
  }
  TextReporter(stdout, style).report(result);
  written &= standard_output_written();
  return written ? exit_status(result.verdict) : exit_status(Verdict::Error);
}

int finish_error(const std::string& message, const OutputSettings& settings) {
  std::string lines = message;
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  Result result;
  result.verdict = Verdict::Error;
  result.message = lines;
  write_files(result, settings, text_style(settings));
  if (settings.json)
    JsonReporter(stdout).report(result);
  else
    std::fprintf(stderr, "%s\n", lines.c_str());
  return exit_status(Verdict::Error);
}

int finish_error(const std::string& message, bool json, const std::string& json_file) {
  OutputSettings settings;
  settings.json = json;
  settings.json_file = json_file;
  return finish_error(message, settings);
}

}  // namespace heddle::cli
