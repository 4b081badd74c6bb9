// A trace given as text, analysed in memory.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include "detect/registry.h"
#include "trace/analysis.h"

namespace heddle::trace {

// A descriptor from which this can be read.
inline int descriptor_of(std::string_view bytes) {
  const int descriptor = memfd_create("trace", 0);
  std::size_t done = 0;
  while (done < bytes.size())
    done += static_cast<std::size_t>(write(descriptor, bytes.data() + done, bytes.size() - done));
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

struct Collected : Sink {
  std::vector<std::string> races;  // "x: 3 w T0 | 5 r T1"
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lines;
  std::vector<std::string> locations;  // of the first

  void found(const Finding& f) override {
    const auto side = [](const Side& s) {
      return std::to_string(s.line) + " " + std::string(word_of(s.action)) + " " + std::string(s.thread);
    };
    races.push_back(std::string(f.variable) + ": " + side(f.first) + " | " + side(f.second));
    lines.emplace_back(f.first.line, f.second.line);
    locations.emplace_back(f.first.location);
  }
};

struct Analysed {
  Outcome outcome;
  Collected found;
};

inline Analysed analyse_text(std::string_view text, const Settings& settings = {}, const char* name = "vector-clock") {
  Journal journal;
  journal.set_recording(false);
  const auto detector = make_detector(name, journal, DetectorOptions{.list_all = true});
  LineReader reader(descriptor_of(text));
  Analysed result;
  result.outcome = analyse(reader, detector.get(), journal, settings, result.found);
  return result;
}

}  // namespace heddle::trace
