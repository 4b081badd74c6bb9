// See page.h. Sources: a file of moderate size is embedded whole, of a larger one the surroundings of the lines that
// findings name.
#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "machine/failure.h"
#include "report/describe.h"
#include "report/source_text.h"
#include "report/text.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWholeFile = 1500;                   // lines of a file that is embedded whole
constexpr unsigned kAround = 25;                           // lines before and after one that matters, of a longer file
constexpr std::size_t kLongestLine = 2000;                 // bytes of a line; the rest is left out
constexpr std::size_t kMostSource = std::size_t{1} << 20;  // bytes of all sources together

void put_place(Json& object, const SourcePosition& position) {
  object["file"] = position.file;
  object["line"] = position.line;
  object["column"] = position.column;
  object["function"] = function_text(position.function);
}

// Those of the user; what a test framework does around them is none of theirs.
Json page_frames(const std::vector<SourcePosition>& frames) {
  Json list = Json::array();
  for (const SourcePosition& frame : frames) {
    if (is_framework(frame)) break;
    if (!frame.system) put_place(list.emplace_back(Json::object()), frame);
  }
  return list;
}

Json page_access(const AccessReport& access) {
  Json object = {{"thread", access.thread}, {"operation", access.operation}};
  put_place(object, access.position);
  object["locks"] = access.shown_locks.empty() ? access.locks : access.shown_locks;
  object["calls"] = page_frames(access.calls);
  object["callers"] = page_frames(access.callers);
  object["created_at"] = access.created_at;
  return object;
}

Json page_wait(const WaitReport& wait) {
  Json object = {{"thread", wait.thread}, {"holds", wait.holds}, {"wants", wait.wants}};
  put_place(object, wait.position);
  if (!wait.shown_holds.empty()) object["shown_holds"] = wait.shown_holds;
  if (!wait.shown_wants.empty()) object["shown_wants"] = wait.shown_wants;
  constexpr std::string_view kWaits = "waits for ";
  if (wait.shown_wants.starts_with(kWaits)) object["wants_name"] = wait.shown_wants.substr(kWaits.size());
  object["callers"] = page_frames(wait.callers);
  return object;
}

// What the marks of the page tell apart beyond the kind of a step: what an access does.
const char* access_word(const InterleavingRow& step) {
  if (step.kind != StepKind::Access && step.kind != StepKind::Atomic) return name_of(step.kind);
  if (step.what.starts_with("free ") || step.what.ends_with(" freed") || step.what.starts_with("end of scope"))
    return "free";
  for (const char* word : {"read", "load", "look"})
    if (step.what.find(word) != std::string::npos && step.what.find("write") == std::string::npos) return "read";
  return "write";
}

Json page_steps(const Bug& bug) {
  Json steps = Json::array();
  for (const InterleavingRow& row : bug.interleaving) {
    Json step = {{"thread", row.thread.value}, {"text", row.what}, {"kind", access_word(row)}};
    put_place(step, row.position);
    if (row.relevant) step["relevant"] = true;
    if (row.important) step["important"] = true;
    if (!row.object.empty()) step["object"] = row.object;
    if (!row.value.empty()) step["value"] = row.value;
    if (!row.locks.empty()) step["locks"] = row.locks;
    if (row.kind == StepKind::Block) {
      step["blocked"] = true;
      if (row.until != InterleavingRow::kNever) step["until"] = row.until;
    }
    if (row.operations > 1) step["operations"] = row.operations;
    if (!row.switch_reason.empty()) step["switch"] = row.switch_reason;
    steps.push_back(std::move(step));
  }
  return steps;
}

Json page_edges(const Bug& bug) {
  Json edges = Json::array();
  for (const OrderEdge& edge : bug.edges) edges.push_back({edge.from, edge.to, edge.object});
  return edges;
}

Json page_finding(const PageFinding& finding) {
  const Bug& bug = finding.bug;
  Json object = {{"kind", name_of(bug.kind)}, {"level", finding.certain ? "error" : "warning"}};
  object["status"] = finding.status;
  object["message"] = bug.message;
  object["id"] = bug.id;
  object["thread"] = bug.thread;
  put_place(object, bug.position);
  if (!bug.callers.empty()) object["callers"] = page_frames(bug.callers);
  object["why"] = bug.why;
  object["accesses"] = Json::array();
  for (const AccessReport& access : bug.accesses) object["accesses"].push_back(page_access(access));
  object["cycle"] = Json::array();
  for (const WaitReport& wait : bug.cycle) object["cycle"].push_back(page_wait(wait));
  object["waits"] = Json::array();
  for (const WaitReport& wait : bug.waits) object["waits"].push_back(page_wait(wait));
  object["blocked"] = bug.blocked;
  object["threads"] = bug.thread_names;
  object["steps"] = page_steps(bug);
  object["edges"] = page_edges(bug);
  if (bug.steps_left_out > 0) object["left_out"] = {{"steps", bug.steps_left_out}, {"before", bug.left_out_before}};
  object["output"] = bug.output;
  object["replay"] = finding.replay;
  if (concerns_accesses(bug.kind) && finding.certain) object["suppress"] = suggested_entry(bug);
  object["locksets"] = Json::array();
  for (const LocksetReport& change : bug.lockset_history)
    object["locksets"].push_back({change.thread, change.operation, change.position.line, change.locks});
  return object;
}

Json page_section(const PageSection& section) {
  Json object = {{"title", section.title}};
  if (!section.tone.empty()) object["tone"] = section.tone;
  if (!section.lines.empty()) object["lines"] = section.lines;
  if (!section.chips.empty()) object["chips"] = section.chips;
  if (section.good) object["good"] = true;
  if (!section.head.empty()) object["head"] = section.head;
  if (!section.rows.empty()) object["rows"] = section.rows;
  return object;
}

// ---- sources ----

using LinesOfFiles = std::map<std::string, std::set<unsigned>>;

void note_line(LinesOfFiles& lines, const SourcePosition& position) {
  if (position.line != 0 && !position.file.empty()) lines[position.file].insert(position.line);
}

LinesOfFiles lines_named(const Page& page) {
  LinesOfFiles lines;
  for (const PageFinding& finding : page.findings) {
    note_line(lines, finding.bug.position);
    for (const AccessReport& access : finding.bug.accesses) note_line(lines, access.position);
    for (const WaitReport& wait : finding.bug.cycle) note_line(lines, wait.position);
    for (const WaitReport& wait : finding.bug.waits) note_line(lines, wait.position);
    for (const InterleavingRow& row : finding.bug.interleaving) note_line(lines, row.position);
  }
  return lines;
}

// [number of the first line, the lines]
Json source_pieces(const std::vector<std::string>& text, const std::set<unsigned>& named, std::size_t& room) {
  Json pieces = Json::array();
  unsigned written = 0;  // up to this line
  const auto add = [&](unsigned first, unsigned last) {
    last = std::min<unsigned>(last, static_cast<unsigned>(text.size()));
    if (pieces.empty() || first > written + 1)
      pieces.push_back(Json::array({first, Json::array()}));
    else
      first = written + 1;
    for (unsigned line = first; line <= last && room > 0; ++line) {
      std::string shown = text[line - 1].substr(0, kLongestLine);
      room -= std::min(room, shown.size() + 4);
      pieces.back()[1].push_back(std::move(shown));
      written = line;
    }
  };
  if (text.size() <= kWholeFile) {
    add(1, static_cast<unsigned>(text.size()));
  } else {
    for (const unsigned line : named)
      if (line <= text.size()) add(line > kAround ? line - kAround : 1, line + kAround);
  }
  return pieces;
}

Json sources_json(const Page& page) {
  Json object = Json::object();
  std::size_t room = kMostSource;
  for (const auto& [file, named] : lines_named(page)) {
    const std::vector<std::string> text = SourceText::whole_lines(file);
    if (!text.empty() && room > 0) object[file] = source_pieces(text, named, room);
  }
  return object;
}

Json page_json(const Page& page) {
  Json object = {{"verdict", name_of(page.verdict)}, {"title", page.title}, {"headline", page.headline}};
  object["summary"] = page.summary;
  object["bugs"] = Json::array();
  for (const PageFinding& finding : page.findings) object["bugs"].push_back(page_finding(finding));
  object["sections"] = Json::array();
  for (const PageSection& section : page.sections) object["sections"].push_back(page_section(section));
  object["text"] = page.text;
  object["sources"] = sources_json(page);
  return object;
}

// JSON that can stand in a script element of any kind: no '<', and no line ends that are none in JSON.
std::string as_data_block(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<')
      out += "\\u003c";
    else if (text.compare(i, 3, "\u2028") == 0)
      out += "\\u2028", i += 2;
    else if (text.compare(i, 3, "\u2029") == 0)
      out += "\\u2029", i += 2;
    else
      out += text[i];
  }
  return out;
}

std::string as_markup_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

}  // namespace

void write_page(std::FILE* out, const Page& page) {
  std::string_view rest = page_template();
  const auto put = [&](std::string_view text) { std::fwrite(text.data(), 1, text.size(), out); };
  const auto until = [&](std::string_view mark) {
    const std::size_t at = rest.find(mark);
    put(rest.substr(0, at));
    rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + mark.size());
  };
  until("@TEXT@");
  put(as_markup_text(page.text));
  until("@DATA@");
  put(as_data_block(page_json(page)));
  put(rest);
}

}  // namespace heddle
