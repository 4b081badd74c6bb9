// Writing a replay file, in the form that replay_file.h shows. Main functions: to_text, write_replay_file.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "report/options_text.h"
#include "report/quoted_text.h"
#include "report/replay_file.h"

namespace heddle {
namespace {

constexpr std::size_t kLineWidth = 100;

std::string text_of(const ScheduleStep& step) {
  return step.choice == 0 ? fmt::format("{}", step.thread.value) : fmt::format("{}:{}", step.thread.value, step.choice);
}
std::string text_of(std::uint32_t number) { return fmt::format("{}", number); }

template <class T>
std::string runs_text(const std::vector<T>& values) {
  std::string out, line;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t n = i + 1;
    while (n < values.size() && values[n] == values[i]) ++n;
    std::string run = text_of(values[i]);
    if (n - i > 1) run += fmt::format("*{}", n - i);
    if (line.size() + run.size() + 1 > kLineWidth) {
      out += " " + line + "\n";
      line.clear();
    }
    line += " " + run;
    i = n;
  }
  if (!line.empty()) out += " " + line + "\n";
  return out;
}

}  // namespace

std::string to_text(const ReplayFile& file) {
  std::string out = fmt::format("heddle-replay 1\nprogram {:016x}\n", file.program_hash);
  for (const std::string& name : file.files) out += "file " + in_quotes(name) + "\n";
  for (const std::string& flag : file.flags) out += "flag " + in_quotes(flag) + "\n";
  out += replay_lines(file.options, ReplayPart::Program);
  for (const SourceHash& source : file.sources)
    out += fmt::format("source {} {:016x}\n", in_quotes(source.path), source.hash);
  out += replay_lines(file.options, ReplayPart::Accepted);
  for (const ByteRange& range : file.round.visible)
    out += fmt::format("visible-bytes {:x} {}\n", range.begin, range.size);
  for (const std::uint32_t site : file.round.loop_bound.sites)
    out += fmt::format("loop-bound {} {}\n", site, file.round.loop_bound.rounds);
  if (file.round.loop_bound.every_round) out += "every-round yes\n";
  out += replay_lines(file.options, ReplayPart::Inputs);
  out += fmt::format("bug {} {}\n", name_of(file.kind), file.id);
  for (std::size_t i = 1; i < file.thread_names.size(); ++i) out += "thread " + in_quotes(file.thread_names[i]) + "\n";
  out += fmt::format("schedule {}\n", file.schedule.size());
  out += runs_text(file.schedule);
  if (!file.steps.of_step.empty()) {
    for (const StepPlace& place : file.steps.places)
      out += fmt::format("operation {} {} {}\n", in_quotes(place.operation), in_quotes(place.function),
                         in_quotes(place.place));
    out += "operations\n" + runs_text(file.steps.of_step);
  }
  return out + "end\n";
}

std::string write_replay_file(const std::string& path, const ReplayFile& file) {
  const std::string text = to_text(file);
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return std::strerror(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  const int reason = errno;
  if (std::fclose(out) != 0) return std::strerror(errno);
  return written ? std::string{} : std::strerror(reason);
}

}  // namespace heddle
