// Findings of the lock analysis in the words of the source: names, lines, call chains, the schedule as a table.
#pragma once
#include <string>
#include <vector>

#include "locks/findings.h"
#include "model/analysis.h"
#include "static/flow.h"
#include "static/names.h"

namespace heddle::analysis {

class Describer {
 public:
  Describer(PointsTo& points_to, const Multiplicity& multiplicity, const AccessTable& accesses, const LockTable& locks,
            const LockProgram& built, Names& names);

  Candidate race(const locks::Race& race);
  Candidate deadlock(const locks::Deadlock& deadlock);
  LockWarning warning(const locks::Warning& warning);
  // Of --reach.
  void schedule(const locks::Schedule& schedule, std::vector<ScheduleEntry>& entries,
                std::vector<InterleavingRow>& rows);
  // Of --ltl.
  std::vector<ScheduleEntry> path(const std::vector<locks::Step>& steps, locks::ThreadId thread);
  AccessReport standing(const locks::Standing& standing);
  std::string thread_name(locks::ThreadId thread, std::uint32_t instance = 0) const;
  std::vector<std::string> thread_names(const locks::Schedule& schedule) const;
  std::string lock_name(locks::LockId lock);
  std::string place_text(const llvm::Instruction& instruction);

 private:
  NamedPlace place(const locks::Place& place);
  std::string operation(const locks::Step& step, const locks::Schedule& schedule);
  std::vector<std::string> lock_names(const std::vector<locks::Held>& held);
  std::vector<SourcePosition> callers(const locks::Standing& standing, const NamedPlace& place);
  std::string created_at(locks::ThreadId thread);
  void add_schedule(Candidate& finding, const locks::Schedule& schedule);
  static std::uint16_t column(std::uint32_t participant, const locks::Schedule& schedule);

  PointsTo& points_to_;
  const Multiplicity& multiplicity_;
  const AccessTable& accesses_;
  const LockTable& locks_;
  const LockProgram& built_;
  Names& names_;
  std::vector<std::string> threads_;  // by context
};

}  // namespace heddle::analysis
