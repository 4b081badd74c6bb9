// A trace of any bytes: no crash, no hang; a mistake has a place inside the text; a line that parses is made of pieces
// of itself; and the detectors get only what they can digest.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "detect/registry.h"
#include "trace/analysis.h"

namespace {

using namespace heddle;

struct Counter : trace::Sink {
  std::uint64_t count = 0;
  void found(const trace::Finding& f) override {
    ++count;
    if (f.first.line == 0 || f.first.line >= f.second.line) std::abort();
  }
};

bool inside(std::string_view part, std::string_view whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void parse_alone(std::string_view text) {
  trace::Line line;
  trace::Mistake mistake;
  if (!trace::parse_line(text, line, mistake)) {
    if (mistake.column == 0 || mistake.column > text.size() + 1 || mistake.message.empty()) std::abort();
    return;
  }
  if (line.thread.empty() || !inside(line.thread, text) || !inside(line.operand.name, text) ||
      !inside(line.location, text))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  parse_alone(text.substr(0, text.find('\n')));
  const int descriptor = memfd_create("trace", 0);
  if (write(descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
  lseek(descriptor, 0, SEEK_SET);
  Journal journal;
  journal.set_recording(false);
  const auto detector = make_detector("vector-clock", journal, DetectorOptions{.list_all = true});
  trace::LineReader reader(descriptor);
  Counter counter;
  trace::Settings settings;
  settings.largest = 1 << 20;  // what is known of a byte takes more than a byte, and there is a limit here
  const trace::Outcome outcome = trace::analyse(reader, detector.get(), journal, settings, counter);
  if (outcome.races != counter.count) std::abort();
  if (outcome.is_error() && (outcome.line == 0 || outcome.column == 0 || outcome.message.empty())) std::abort();
  return 0;
}
