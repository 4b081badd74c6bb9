// The report as a web page: one file that needs nothing else, neither network nor other files. What it shows is a value
// that each command fills (page_report.h); how it looks is src/report/page, embedded by the build (cmake/page.cmake).
//
//   write_page    the template with the data as JSON, the sources that the findings name, and the text report for
//   readers
//                 whose browser runs no scripts
//
// Nothing of the data can become markup: it stands in a data block in which every '<' is escaped, and the page's script
// turns it into text nodes only.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "model/bug.h"

namespace heddle {

struct PageFinding {
  Bug bug;
  bool certain = true;
  std::string status = {};  // beside the position: "certified", "unknown" ...
  std::string replay = {};  // the command that replays it
};

// A part of what is said of the run as a whole.
struct PageSection {
  std::string title;
  std::string tone = {};                // "warn", "bad": set off by a colour
  std::vector<std::string> lines = {};  // one is a paragraph, several are a list
  std::vector<std::string> chips = {};  // short words
  bool good = false;                    // and they are good news
  std::vector<std::string> head = {};   // of the table
  std::vector<std::vector<std::string>> rows = {};
};

struct Page {
  Verdict verdict = Verdict::Inconclusive;
  std::string title;                 // what was looked at: the files
  std::string headline;              // one line beside it
  std::vector<std::string> summary;  // what the verdict means
  std::vector<PageFinding> findings;
  std::vector<PageSection> sections;
  std::string text;  // the text report
};

// The file's error flag says whether it could be written.
void write_page(std::FILE* out, const Page& page);

std::string_view page_template();

}  // namespace heddle
