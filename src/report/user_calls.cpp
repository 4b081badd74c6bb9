// Two events of a thread belong to one call if the stack is the same up to the user's line and the function called
// there is the same. A loop that makes the same call again begins a new one where the first operation of the call comes
// again.
#include "report/user_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace heddle {
namespace {

using std::string_view;

// "std::counting_semaphore<4>::acquire" -> {"counting_semaphore", "acquire"}
struct FunctionName {
  std::string type, function;
};

std::string without_template_arguments(string_view text) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool in_operator = out.ends_with("operator") || out.ends_with("operator<") || out.ends_with("operator-");
    if (text[i] == '<' && !in_operator)
      ++depth;
    else if (text[i] == '>' && depth > 0 && text[i - 1] != '-')
      --depth;
    else if (depth == 0)
      out += text[i];
  }
  return out;
}

FunctionName split(const std::string& qualified) {
  std::string text = without_template_arguments(qualified);
  const std::size_t last = text.rfind("::");
  if (last == std::string::npos) return {"", text};
  FunctionName name{text.substr(0, last), text.substr(last + 2)};
  const std::size_t before = name.type.rfind("::");
  if (before != std::string::npos) name.type = name.type.substr(before + 2);
  return name;
}

// Classes whose members do one thing each, which has a word of its own.
constexpr std::array kPlainClasses = {
    string_view("mutex"),
    string_view("recursive_mutex"),
    string_view("timed_mutex"),
    string_view("shared_mutex"),
    string_view("shared_timed_mutex"),
    string_view("recursive_timed_mutex"),
    string_view("__mutex_base"),
    string_view("lock_guard"),
    string_view("unique_lock"),
    string_view("shared_lock"),
    string_view("scoped_lock"),
    string_view("condition_variable"),
    string_view("thread"),
    string_view("jthread"),
    string_view("atomic"),
    string_view("atomic_flag"),
    string_view("atomic_ref"),
    string_view("__atomic_base"),
    string_view("__atomic_float"),
    string_view("__atomic_ref"),
    string_view("once_flag"),
};
constexpr std::array kPlainFunctions = {string_view("call_once"), string_view("lock"), string_view("try_lock"),
                                        string_view("atomic_thread_fence"), string_view("make_unique")};

bool begins_anew(const Describer& d, const UserCall& call, std::size_t i) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  const RecordedEvent &first = events[call.events.front()], &now = events[i];
  return first.operation.site == now.operation.site && first.operation.kind == now.operation.kind &&
         first.stack == now.stack;
}

// The later an event of the same rank, the better, but for those that release: they take effect at once.
int rank(const Describer& d, const RecordedEvent& event) {
  const Operation& op = event.operation;
  const Place& place = d.place(op.site, event.stack);
  if (op.kind == OperationKind::ProcessCrash) return 9;
  if (traits(op.kind).in_table == InTable::Hidden && op.kind != OperationKind::ThreadExit) return 0;
  if (is_reference_count(place)) return 1;
  if (op.kind == OperationKind::ThreadCreate || op.kind == OperationKind::Join) return 9;
  const bool reserved = d.is_reserved(op.object);
  if (is_plain_access(op.kind)) return may_write(op.kind) ? 8 : 7;
  if (is_atomic_access(op.kind)) {
    const bool writes = may_write(op.kind) && !d.failed_exchange(event);
    return (writes ? 4 : 3) - (reserved ? 2 : 0);
  }
  if (role_of(op.kind) == Role::CondWait || role_of(op.kind) == Role::CondReacquire) return 6;
  return reserved ? 2 : 5;
}

std::size_t principal_of(const Describer& d, const UserCall& call) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::size_t best = call.events.front();
  int best_rank = -1;
  for (const std::size_t i : call.events) {
    const int now = rank(d, events[i]);
    if (now >= best_rank) best = i, best_rank = now;
  }
  return best;
}

// The text of a call whose function's name stands at `at`.
std::string from_source(const std::string& line, std::size_t at, const std::string& function) {
  if (at > line.size() || line.compare(at, function.size(), function) != 0) return {};
  std::size_t open = line.find_first_not_of(' ', at + function.size());
  if (open == std::string::npos || line[open] != '(') return {};
  int depth = 0;
  std::size_t end = open;
  for (; end < line.size(); ++end) {
    if (line[end] == '(') ++depth;
    if (line[end] == ')' && --depth == 0) break;
  }
  constexpr std::size_t kLongest = 16;
  const bool fits = end < line.size() && end - open <= kLongest;
  const std::string arguments = fits ? line.substr(open, end - open + 1) : "(...)";
  // The object: identifiers, indices and calls, joined by . and ->.
  std::size_t begin = at;
  while (begin > 0) {
    const char c = line[begin - 1];
    const bool arrow = c == '>' && begin > 1 && line[begin - 2] == '-';
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ':') {
      --begin;
    } else if (arrow) {
      begin -= 2;
    } else if (c == ']' || c == ')') {
      const char opening = c == ']' ? '[' : '(';
      int inside = 0;
      std::size_t k = begin;
      while (k > 0) {
        --k;
        if (line[k] == c) ++inside;
        if (line[k] == opening && --inside == 0) break;
      }
      if (inside != 0 || k == 0) break;
      begin = k;
    } else {
      break;
    }
  }
  std::string object = line.substr(begin, at - begin);
  if (object.size() > 30 || object.starts_with(':') || object.starts_with('.')) object.clear();
  return object + function + arguments;
}

// The library's __shared_ptr is what the user calls a shared_ptr.
std::string with_article(const std::string& type) {
  const std::string shown = type.starts_with("__") && type.size() > 2 ? type.substr(2) : type;
  const bool vowel = std::string_view("AEIOUaeio").find(shown.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", shown);
}

}  // namespace

bool is_reference_count(const Place& place) {
  return std::any_of(place.calls.begin(), place.calls.end(), [](const SourcePosition& frame) {
    const std::string& name = frame.function;
    return name.find("_Sp_counted_base") != std::string::npos || name.find("__shared_count") != std::string::npos ||
           name.find("__weak_count") != std::string::npos || name.find("exception_ptr") != std::string::npos;
  });
}

bool speaks_for_itself(const Place& place) {
  if (place.calls.empty()) return true;
  const FunctionName name = split(place.calls.back().function);
  if (std::find(kPlainClasses.begin(), kPlainClasses.end(), name.type) != kPlainClasses.end()) return true;
  return std::find(kPlainFunctions.begin(), kPlainFunctions.end(), name.function) != kPlainFunctions.end() ||
         name.function.starts_with("atomic_") || name.function.starts_with("pthread_");
}

bool has_count(const Place& place) {
  if (place.calls.empty()) return false;
  const std::string type = split(place.calls.back().function).type;
  return type == "counting_semaphore" || type == "latch";
}

std::string call_text(const Place& place, SourceText& source) {
  if (place.calls.empty()) return {};
  const FunctionName name = split(place.calls.back().function);
  const SourcePosition& p = place.position;
  const std::string line = source.line(p.file, p.line);
  const std::size_t indent = source.indent(p.file, p.line);
  if (p.column > indent)
    if (std::string text = from_source(line, p.column - 1 - indent, name.function); !text.empty()) return text;
  if (!name.type.empty() && name.function == name.type) return "construct " + with_article(name.type);
  if (name.function.starts_with("~")) return "destroy " + with_article(name.function.substr(1));
  if (name.function == "operator()") return fmt::format("call a {}", name.type);
  if (name.type.empty() || name.type == "std") return name.function + "()";
  return fmt::format("{}::{}()", name.type, name.function);
}

std::string text_at(const SourcePosition& p, SourceText& source) {
  const std::string line = source.line(p.file, p.line);
  const std::size_t indent = source.indent(p.file, p.line);
  if (p.column <= indent || p.column - 1 - indent >= line.size()) return {};
  const std::size_t at = p.column - 1 - indent;
  std::size_t end = at;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_')) ++end;
  return end == at ? std::string{} : from_source(line, at, line.substr(at, end - at));
}

std::vector<UserCall> user_calls(const Describer& d, std::size_t end, const std::vector<std::size_t>& alone) {
  const std::vector<RecordedEvent>& events = d.in.recording.recorder.events;
  std::vector<UserCall> calls;
  struct Open {
    std::size_t call = 0;  // index
    const Place* place = nullptr;
    bool plain = false;
  };
  std::map<ThreadId, Open> open;
  for (std::size_t i = 0; i < std::min(end, events.size()); ++i) {
    const RecordedEvent& event = events[i];
    const Place& place = d.place(event.operation.site, event.stack);
    const bool single = event.blocked || event.operation.kind == OperationKind::None || place.calls.empty() ||
                        std::find(alone.begin(), alone.end(), i) != alone.end();
    if (!single) {
      const auto it = open.find(event.thread);
      const bool same = it != open.end() && it->second.plain == event.is_access() &&
                        it->second.place->position == place.position &&
                        it->second.place->calls.back().function == place.calls.back().function &&
                        it->second.place->callers == place.callers && !begins_anew(d, calls[it->second.call], i);
      if (same) {
        calls[it->second.call].events.push_back(i);
        continue;
      }
    }
    calls.push_back({{i}, i});
    if (single)
      open.erase(event.thread);
    else
      open[event.thread] = {calls.size() - 1, &place, event.is_access()};
  }
  for (UserCall& call : calls)
    if (call.events.size() > 1) call.principal = principal_of(d, call);
  std::sort(calls.begin(), calls.end(), [](const UserCall& a, const UserCall& b) { return a.principal < b.principal; });
  return calls;
}

}  // namespace heddle
