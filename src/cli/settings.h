// What a command line asks for, with every value checked: the step from words (arguments.h) to meaning.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "model/options.h"

namespace heddle::cli {

enum class ColorMode { Auto, Always, Never };

struct OutputSettings {
  bool json = false;       // on standard output, instead of text
  std::string json_file;   // beside the text
  std::string sarif_file;  // beside either
  std::string html_file, junit_file;  // likewise
  std::string subject;                // what is looked at, for reports that have a title: the files
  bool stats = false;
  bool quiet = false;
  bool verbose = false;
  bool explain = false;  // also how the lockset of a racing location developed
  ColorMode color = ColorMode::Auto;
};

enum class ReplayMode { Report, Step, Gdb, StopAtBug, StopAtBugOptimised };

struct TraceSettings {
  bool first_only = false;
  bool blocks = false;
  bool unforked = false;
};

struct AnalyzeSettings {
  bool races = true, deadlocks = true;
  std::vector<std::string> entries;                     // of a library; empty: the program has a main
  std::vector<std::pair<std::string, unsigned>> reach;  // none, or two lines of files
  std::string formula, thread;                          // of --ltl
  bool confirm = false;
};

struct Settings {
  CheckOptions check;
  TraceSettings trace;
  AnalyzeSettings analyze;
  OutputSettings output;
  std::vector<std::string> files;
  std::vector<std::string> flags;
  ReplayMode mode = ReplayMode::Report;
  std::string save;    // empty: named after the first file
  std::string record;  // trace of an execution; empty: none
  std::string filter;  // names of test cases; empty: all
  bool list_cases = false;  // their names are all that is asked for
  std::string checkpoint;  // where the search stands; empty: nobody wants to know
  std::string resume;      // a file like that; empty: the search begins at the start
  std::string error;   // one line; empty: all is well
};

// What this build of the tool has.
struct Available {
  std::vector<std::string> searches;
  std::vector<std::string> detectors;
  std::vector<std::string> bounded_searches = {};  // those that understand --preemptions
};

Settings check_settings(const Arguments& arguments, const Available& available);
Settings replay_settings(const Arguments& arguments);
Settings analyze_settings(const Arguments& arguments);
Settings trace_settings(const Arguments& arguments, const Available& available);

}  // namespace heddle::cli
