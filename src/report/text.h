// The report that a person reads. Its first line per bug, `file:line:col: error: message [kind]`, is what editors and
// CI match; everything after it explains.
#pragma once
#include <cstdio>
#include <string>

#include "report/reporter.h"

namespace heddle {

struct TextStyle {
  bool color = false;
  unsigned width = 100;            // of the terminal
  bool quiet = false;              // the first lines only
  bool verbose = false;            // call stacks, assumptions, uncontrolled calls, the whole schedule
  bool stats = false;              // a table of the counters
  bool replaying = false;          // the report of a replay: nothing was searched
  std::string command = "heddle";  // how the user called us, for the line that replays
};

std::string to_text(const Result& result, const TextStyle& style);

class TextReporter : public Reporter {
 public:
  TextReporter(std::FILE* out, TextStyle style) : out_(out), style_(std::move(style)) {}
  void report(const Result& result) override;

 private:
  std::FILE* out_;
  TextStyle style_;
};

// Parts of a bug's text: its first line, an access, a thread of a deadlock.
std::string first_line(const Bug& bug, const TextStyle& style, bool certain = true);
std::string access_text(const Bug& bug, const AccessReport& access, const TextStyle& style);
std::string wait_text(const WaitReport& wait, const TextStyle& style);

// The interleaving of a bug, one column per thread (thread_table.cpp).
std::string thread_table(const Bug& bug, const TextStyle& style);

// Program output and source may hold anything: what a terminal would obey is shown instead.
std::string printable(const std::string& text);
// Words of `text` in lines of at most `width` columns; a longer word is cut.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);
// Its width on a terminal, in characters.
std::size_t display_columns(const std::string& text);
// Cut at a word, with "..." behind it, if it is longer.
std::string shortened(const std::string& text, std::size_t width);
// A function for people: GoogleTest's Queue_PushPop_Test::TestBody is the test Queue.PushPop, Catch2's
// C_A_T_C_H_T_E_S_T_4 a TEST_CASE.
std::string function_text(const std::string& function);
// As a shell word.
std::string shell_word(const std::string& text);

enum class Paint { Error, Good, Warning, Heading, Quiet, Mark };
std::string painted(const std::string& text, Paint paint, const TextStyle& style);

}  // namespace heddle
