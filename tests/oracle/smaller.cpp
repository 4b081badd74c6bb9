// One part of a program left out, in every possible way: a thread, a statement, the frame of a block (its body stays),
// an initial count. The shrinker goes through these as long as what it looks for is still there.
#include "program.h"

namespace heddle::oracle {
namespace {

std::size_t count(const Script& script) {
  std::size_t n = script.size();
  for (const Statement& s : script) n += count(s.body) + count(s.otherwise);
  return n;
}

void leave_out_thread(Script& script, unsigned thread) {
  std::erase_if(script, [&](const Statement& s) { return s.thread == thread; });
  for (Statement& s : script) {
    leave_out_thread(s.body, thread);
    leave_out_thread(s.otherwise, thread);
  }
}

Program without_thread(Program p, unsigned thread) {
  for (Script& script : p.threads) leave_out_thread(script, thread);
  p.threads[thread].clear();
  return p;
}

enum class Way { Delete, KeepBody, KeepOtherwise };

// Changes the n-th statement, counted in the order in which they are printed. False: `n` lies beyond, and is now less
// by the statements seen.
bool change(Script& script, std::size_t& n, Way way) {
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (n == 0) {
      Script kept;
      if (way == Way::KeepBody) kept = script[i].body;
      if (way == Way::KeepOtherwise) kept = script[i].otherwise;
      const auto at = script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
      script.insert(at, kept.begin(), kept.end());
      return true;
    }
    --n;
    if (change(script[i].body, n, way) || change(script[i].otherwise, n, way)) return true;
  }
  return false;
}

const Statement& nth(const Script& script, std::size_t& n, bool& found) {
  static const Statement none;
  for (const Statement& s : script) {
    if (n-- == 0) return found = true, s;
    if (const Statement& inner = nth(s.body, n, found); found) return inner;
    if (const Statement& inner = nth(s.otherwise, n, found); found) return inner;
  }
  return none;
}

// Every version in which one statement of the script that `get` picks is changed.
template <class Get>
void change_each(const Program& p, Get get, std::vector<Program>& out) {
  Program copy = p;
  const std::size_t statements = count(get(copy));
  for (std::size_t i = 0; i < statements; ++i) {
    std::size_t n = i;
    bool found = false;
    const Statement& s = nth(get(copy), n, found);
    const bool blocks[] = {true, !s.body.empty(), !s.otherwise.empty()};
    for (Way way : {Way::Delete, Way::KeepBody, Way::KeepOtherwise}) {
      if (!blocks[static_cast<int>(way)]) continue;
      Program smaller = p;
      n = i;
      change(get(smaller), n, way);
      if (way == Way::Delete && s.thread != 0 && s.open.find("create") != std::string::npos) continue;
      out.push_back(std::move(smaller));
    }
  }
}

}  // namespace

std::size_t statement_count(const Program& p) {
  std::size_t n = count(p.once) + count(p.at_exit);
  for (const Script& script : p.threads) n += count(script);
  return n;
}

std::vector<Program> smaller_versions(const Program& p) {
  std::vector<Program> out;
  for (unsigned t = 1; t < p.threads.size(); ++t)
    if (Program smaller = without_thread(p, t); statement_count(smaller) < statement_count(p))
      out.push_back(std::move(smaller));
  for (unsigned t = 0; t < p.threads.size(); ++t)
    change_each(
        p, [t](Program& q) -> Script& { return q.threads[t]; }, out);
  change_each(
      p, [](Program& q) -> Script& { return q.once; }, out);
  change_each(
      p, [](Program& q) -> Script& { return q.at_exit; }, out);
  for (unsigned i = 0; i < 2; ++i) {
    if (p.semaphores[i] == 0) continue;
    out.push_back(p);
    --out.back().semaphores[i];
  }
  return out;
}

}  // namespace heddle::oracle
