// Programs of locks written down in tests: a procedure is a sequence of actions, its n-th edge goes from node n to n
// + 1.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "locks/program.h"

namespace heddle::locks {

class Builder {
 public:
  LockId lock(const std::string& name, bool recursive = false, bool concrete = true) {
    for (std::uint32_t l = 0; l < program.locks.size(); ++l)
      if (program.locks[l].name == name) return LockId(l);
    program.locks.push_back({name, recursive, concrete});
    return LockId(static_cast<std::uint32_t>(program.locks.size() - 1));
  }
  // "+a" acquires, "-a" releases, "<a" acquires shared, "?a" tries, "~a" waits, "f()" calls, "x" reads, "x=" writes.
  ProcedureId procedure(const std::string& name, std::initializer_list<const char*> actions) {
    Procedure procedure{name, static_cast<std::uint32_t>(actions.size()) + 1, 0, static_cast<Node>(actions.size()), {}};
    Node at = 0;
    for (const char* action : actions) {
      procedure.edges.push_back({at, at + 1, parse(action), at});
      ++at;
    }
    program.procedures.push_back(std::move(procedure));
    names_[name] = ProcedureId(static_cast<std::uint32_t>(program.procedures.size() - 1));
    return names_[name];
  }
  ThreadId thread(const std::string& procedure, bool forked = false, bool several = false) {
    program.threads.push_back({procedure, names_.at(procedure), several, forked, {}});
    return ThreadId(static_cast<std::uint32_t>(program.threads.size() - 1));
  }
  Place place(const std::string& procedure, std::uint32_t edge) const { return {names_.at(procedure), edge}; }
  Edge& edge(const std::string& procedure, std::uint32_t edge) {
    return program.procedures[names_.at(procedure).index()].edges[edge];
  }

  Program program;

 private:
  Action parse(const std::string& text) {
    const std::string rest = text.substr(1);
    if (text[0] == '+') return Acquire{{lock(rest)}};
    if (text[0] == '<') return Acquire{{lock(rest)}, Mode::kShared};
    if (text[0] == '?') return Acquire{{lock(rest)}, Mode::kExclusive, true};
    if (text[0] == '-') return Release{{lock(rest)}};
    if (text[0] == '~') return Wait{{lock(rest)}};
    if (text.ends_with("()")) return Call{{names_.at(text.substr(0, text.size() - 2))}};
    if (text == ".") return Nothing{};
    const bool writes = text.ends_with("=");
    const std::string variable = writes ? text.substr(0, text.size() - 1) : text;
    const auto object = variables_.try_emplace(variable, static_cast<std::uint32_t>(variables_.size())).first->second;
    program.accesses.push_back({{ObjectId(object)}, writes, false});
    return Access{AccessId(static_cast<std::uint32_t>(program.accesses.size() - 1))};
  }

  std::map<std::string, ProcedureId> names_;
  std::map<std::string, std::uint32_t> variables_;
};

}  // namespace heddle::locks
