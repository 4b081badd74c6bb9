// heddle(1): the texts are those of help.cpp, the options those of the table; here they only get the form of a man
// page.
#include <fmt/format.h>

#include "cli/generate.h"
#include "cli/help.h"
#include "cli/options.h"

namespace heddle::cli {
namespace {

// Plain text for roff: a backslash, a minus and a control character at the start of a line would be commands.
std::string escaped(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    at_start = c == '\n';
  }
  return out;
}

// As it stands, line by line: the help texts have tables.
std::string as_it_is(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return ".nf\n" + escaped(text) + "\n.fi\n";
}

std::string options(Command command) {
  std::string out;
  for (const Option& option : option_table()) {
    if (!option.works || (option.commands & command) == 0) continue;
    const bool joined = !option.argument.empty() && option.argument[0] == '[';
    const std::string argument =
        option.argument.empty() ? "" : (joined ? "" : " ") + fmt::format("\\fI{}\\fR", escaped(option.argument));
    out += fmt::format(".TP\n\\fB{}\\fR{}\n{}", escaped(option.name), argument, escaped(option.help));
    if (!option.fallback.empty()) out += fmt::format(" [{}]", escaped(option.fallback));
    out += "\n";
  }
  return out;
}

std::string command_section(const char* title, Command command) {
  return fmt::format(".SH {}\n", title) + as_it_is(command_text(command)) + options(command);
}

}  // namespace

std::string man_page() {
  std::string version = version_text();
  version.pop_back();
  std::string out = fmt::format(".TH HEDDLE 1 \"\" \"{}\" \"User Commands\"\n", version);
  out += ".SH NAME\nheddle \\- model checker and race detector for multithreaded C and C++\n";
  out += ".SH SYNOPSIS\n" + as_it_is(overview_text());
  out += command_section("HEDDLE CHECK", kCheck) + command_section("HEDDLE REPLAY", kReplay) +
         command_section("HEDDLE ANALYZE", kAnalyze) + command_section("HEDDLE TRACE", kTrace);
  out += ".SH SEARCHES\n" + as_it_is(help_text("searches"));
  out += ".SH DETECTORS\n" + as_it_is(help_text("detectors"));
  out += ".SH EXIT STATUS\n" + as_it_is(help_text("verdicts"));
  out +=
      ".SH ENVIRONMENT\n.TP\n\\fBHEDDLE_CACHE\\fR\nwhere compiled files are kept instead of "
      "\\fI~/.cache/heddle\\fR; empty: nowhere\n";
  return out;
}

}  // namespace heddle::cli
