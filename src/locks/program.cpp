// Checks that a program of locks is one (malformed). Everything else in this folder relies on it.
#include "locks/program.h"

#include <algorithm>
#include <string>

namespace heddle::locks {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

std::string wrong_action(const Program& program, const Action& action) {
  const auto locks = [&](const std::vector<LockId>& list) {
    return std::ranges::all_of(list, [&](LockId l) { return l.index() < program.locks.size(); }) ? "" : "no such lock";
  };
  const auto threads = [&](const std::vector<ThreadId>& list) {
    return std::ranges::all_of(list, [&](ThreadId t) { return t.index() < program.threads.size(); }) ? ""
                                                                                                     : "no such thread";
  };
  return std::visit(Overloaded{[&](const Acquire& a) -> std::string { return locks(a.choices); },
                               [&](const AcquireAll& a) -> std::string {
                                 std::vector<LockId> sorted = a.locks;
                                 std::ranges::sort(sorted);
                                 if (std::ranges::adjacent_find(sorted) != sorted.end()) return "a lock twice in a set";
                                 return locks(a.locks);
                               },
                               [&](const Release& a) -> std::string { return locks(a.choices); },
                               [&](const Wait& a) -> std::string { return locks(a.choices); },
                               [&](const Call& a) -> std::string {
                                 const bool known = std::ranges::all_of(
                                     a.choices, [&](ProcedureId p) { return p.index() < program.procedures.size(); });
                                 return known ? "" : "no such procedure";
                               },
                               [&](const Fork& a) -> std::string {
                                 if (a.thread.index() >= program.threads.size()) return "no such thread";
                                 return program[a.thread].forked ? "" : "forks a thread that runs from the beginning";
                               },
                               [&](const Join& a) -> std::string {
                                 if (a.all && (a.choices.size() != 1 || a.others || a.waits))
                                   return "joins all of whom?";
                                 return threads(a.choices);
                               },
                               [&](const Access& a) -> std::string {
                                 return a.access.index() < program.accesses.size() ? "" : "no such access";
                               },
                               [](const auto&) -> std::string { return ""; }},
                    action);
}

std::string wrong_thread(const Program& program, const Thread& thread) {
  if (thread.entry.index() >= program.procedures.size()) return "no such procedure";
  if (!thread.initially_held.empty() && (thread.forked || thread.several))
    return "only a single thread that runs from "
           "the beginning can hold locks then";
  for (std::size_t i = 0; i < thread.initially_held.size(); ++i) {
    const Held& held = thread.initially_held[i];
    if (held.lock.index() >= program.locks.size() || !program[held.lock].concrete) return "holds no concrete lock";
    for (std::size_t j = 0; j < i; ++j)
      if (thread.initially_held[j].lock == held.lock) return "holds a lock twice";
    for (const Thread& other : program.threads) {
      if (&other == &thread) continue;
      for (const Held& theirs : other.initially_held)
        if (theirs.lock == held.lock && conflict(theirs.mode, held.mode)) return "two threads hold a lock initially";
    }
  }
  return "";
}

}  // namespace

std::string malformed(const Program& program) {
  for (const Procedure& procedure : program.procedures) {
    if (procedure.entry >= procedure.nodes || procedure.exit >= procedure.nodes)
      return procedure.name + ": no such node";
    for (const Edge& edge : procedure.edges) {
      if (edge.from >= procedure.nodes || edge.to >= procedure.nodes) return procedure.name + ": no such node";
      if (const std::string wrong = wrong_action(program, edge.action); !wrong.empty())
        return procedure.name + ": " + wrong;
    }
  }
  for (const Thread& thread : program.threads)
    if (const std::string wrong = wrong_thread(program, thread); !wrong.empty()) return thread.name + ": " + wrong;
  for (const AccessInfo& access : program.accesses)
    if (!std::ranges::is_sorted(access.objects)) return "objects of an access are not sorted";
  return "";
}

}  // namespace heddle::locks
