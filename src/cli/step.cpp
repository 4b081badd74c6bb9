// The position is a row, or one past the last row: the bug itself. Every command prints where it leads to.
#include "cli/step.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

namespace heddle::cli {
namespace {

constexpr const char* kHelp =
    "n, Enter  next step\n"
    "b         back\n"
    "NUMBER    go to that step\n"
    "g         go to the bug\n"
    "q         quit\n"
    "h         this help\n";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string clean(const std::string& text) {
  std::string out;
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return out;
}

}  // namespace

StepAnswer answer_step(const std::string& command, std::size_t at, std::size_t rows) {
  const std::string word = trimmed(command);
  if (word.empty() || word == "n")
    return at == rows ? StepAnswer{at, false, "this is the end\n"} : StepAnswer{at + 1, false, {}};
  if (word == "b") return at == 0 ? StepAnswer{at, false, "this is the first step\n"} : StepAnswer{at - 1, false, {}};
  if (word == "g") return {rows, false, {}};
  if (word == "q") return {at, true, {}};
  if (word == "h" || word == "?") return {at, false, kHelp};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || error != std::errc{})
    return {at, false, fmt::format("'{}' is not a command; h lists them\n", clean(word))};
  if (number < 1 || number > rows) return {at, false, fmt::format("there are steps 1 to {}\n", rows)};
  return {number - 1, false, {}};
}

std::string step_text(const Walkthrough& walk, std::size_t at) {
  if (at >= walk.rows.size()) return fmt::format("end\n    {}\n", clean(walk.end));
  const InterleavingRow& row = walk.rows[at];
  const std::string thread = row.thread.index() < walk.thread_names.size() ? walk.thread_names[row.thread.index()]
                                                                           : fmt::format("{}", row.thread.value);
  const std::string place = row.position.line == 0
                                ? row.position.file
                                : fmt::format("{}:{}:{}", row.position.file, row.position.line, row.position.column);
  std::string out =
      fmt::format("step {} of {}  {}  {} in {}\n", at + 1, walk.rows.size(), thread, place, row.position.function);
  if (!row.source.empty()) out += fmt::format("    {}\n", clean(row.source));
  return out + fmt::format("    {}\n", clean(row.what));
}

void walk_steps(const Walkthrough& walk, std::FILE* in, std::FILE* out, bool terminal) {
  std::size_t at = 0;
  std::fputs(step_text(walk, at).c_str(), out);
  char* line = nullptr;
  std::size_t capacity = 0;
  for (;;) {
    if (terminal) std::fputs("(n, b, number, g, q, h) ", out);
    std::fflush(out);
    const ssize_t length = getline(&line, &capacity, in);
    if (length < 0) break;
    const StepAnswer answer = answer_step(std::string(line, static_cast<std::size_t>(length)), at, walk.rows.size());
    if (answer.quit) break;
    at = answer.at;
    std::fputs(answer.text.empty() ? step_text(walk, at).c_str() : answer.text.c_str(), out);
  }
  std::free(line);
  std::fflush(out);
}

}  // namespace heddle::cli
