#include "cli/output.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "report/json.h"
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

void write_json_file(const Result& result, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    fmt::print(stderr, "heddle: warning: cannot write '{}': {}\n", path, std::strerror(errno));
    return;
  }
  JsonReporter(file).report(result);
  std::fclose(file);
}

}  // namespace

bool use_color(ColorMode mode, int descriptor) {
  if (mode != ColorMode::Auto) return mode == ColorMode::Always;
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (refused == nullptr || refused[0] == '\0') && isatty(descriptor) != 0 &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

std::string check_output(const OutputSettings& settings) {
  if (settings.json_file.empty()) return {};
  std::FILE* file = std::fopen(settings.json_file.c_str(), "ab");
  if (file == nullptr) return fmt::format("cannot write '{}': {}", settings.json_file, std::strerror(errno));
  std::fclose(file);
  return {};
}

int finish(const Result& result, const OutputSettings& settings, bool replaying) {
  if (!settings.json_file.empty()) write_json_file(result, settings.json_file);
  if (settings.json) {
    JsonReporter(stdout).report(result);
    return exit_status(result.verdict);
  }
  TextStyle style;
  style.color = use_color(settings.color, STDOUT_FILENO);
  style.width = terminal_width();
  style.quiet = settings.quiet;
  style.verbose = settings.verbose;
  style.stats = settings.stats;
  style.replaying = replaying;
  style.command = own_command();
  TextReporter(stdout, style).report(result);
  return exit_status(result.verdict);
}

int finish_error(const std::string& message, bool json, const std::string& json_file) {
  std::string lines = message;
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  Result result;
  result.verdict = Verdict::Error;
  result.message = lines;
  if (!json_file.empty()) write_json_file(result, json_file);
  if (json)
    JsonReporter(stdout).report(result);
  else
    std::fprintf(stderr, "%s\n", lines.c_str());
  return exit_status(Verdict::Error);
}

}  // namespace heddle::cli
