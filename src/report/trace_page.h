// What the page (page.h) shows of a trace: its first races, each with the events before it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "report/page.h"
#include "trace/analysis.h"

namespace heddle {

class TracePage {
 public:
  void found(const trace::Finding& finding, const std::string& file, bool discipline);
  // Reads the trace from its beginning and gives each finding its interleaving.
  void add_events(trace::LineReader& reader, const std::string& file);
  std::vector<PageFinding> findings() const;
  std::uint64_t left_out() const { return left_out_; }  // races beyond those

 private:
  struct Entry {
    PageFinding shown;
    std::uint64_t first = 0, second = 0;  // lines of the trace
    std::string variable;
    std::string threads[2];
  };
  std::vector<Entry> entries_;  // by their second lines
  std::uint64_t left_out_ = 0;
};

}  // namespace heddle
