// See describe.h. Threads are named as check names them: main/2 is the second that main starts, here in the order of
// the creation sites.
#include "static/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "llvm/IR/IntrinsicInst.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

std::string operation_of(const SourceAccess& access) {
  if (access.frees) return isa<ReturnInst>(access.place) || isa<IntrinsicInst>(access.place) ? "end of life" : "free";
  return fmt::format("{}{}", access.atomic ? "atomic " : "", access.write ? "write" : "read");
}

std::string at(const SourcePosition& position) { return fmt::format("{}:{}", position.file, position.line); }

}  // namespace

Describer::Describer(PointsTo& points_to, const Multiplicity& multiplicity, const AccessTable& accesses,
                     const LockTable& locks, const LockProgram& built, Names& names)
    : points_to_(points_to),
      multiplicity_(multiplicity),
      accesses_(accesses),
      locks_(locks),
      built_(built),
      names_(names) {
  std::vector<unsigned> children(points_to.contexts().size(), 0);
  for (ContextIndex c = 0; c < points_to.contexts().size(); ++c) {
    const Context& context = points_to.contexts()[c];
    threads_.push_back(context.site == nullptr
                           ? std::string("main")
                           : fmt::format("{}/{}", threads_[context.parent], ++children[context.parent]));
  }
}

std::string Describer::thread_name(locks::ThreadId thread, std::uint32_t instance) const {
  const std::string& name = threads_[thread.index()];
  return instance == 0 ? name : fmt::format("{} (another)", name);
}

std::string Describer::lock_name(locks::LockId lock) {
  return lock.index() < locks_.locks().size() ? names_.memory(locks_.location(lock)) : "an unknown lock";
}

std::string Describer::place_text(const Instruction& instruction) { return at(names_.place(instruction).position); }

std::vector<std::string> Describer::lock_names(const std::vector<locks::Held>& held) {
  std::vector<std::string> result;
  for (const locks::Held& one : held)
    result.push_back(lock_name(one.lock) + (one.mode == locks::Mode::kShared ? " (shared)" : ""));
  return result;
}

NamedPlace Describer::place(const locks::Place& place) {
  const Instruction* instruction = built_.sites[built_.program[place].site];
  if (instruction != nullptr) return names_.place(*instruction);
  NamedPlace nowhere;
  const Function& function = *points_to_.instances()[built_.instances[place.procedure.index()]].function;
  nowhere.position = names_.place(*function.getEntryBlock().getFirstNonPHIOrDbg()).position;
  return nowhere;
}

std::vector<SourcePosition> Describer::callers(const locks::Standing& standing, const NamedPlace& place) {
  std::vector<SourcePosition> result = place.outside;
  for (auto call = standing.calls.rbegin(); call != standing.calls.rend(); ++call) {
    const NamedPlace from = this->place(*call);
    if (from.position.line == 0) continue;
    result.push_back(from.position);
    result.insert(result.end(), from.outside.begin(), from.outside.end());
  }
  std::erase_if(result, [](const SourcePosition& frame) { return frame.system || frame.line == 0; });
  return result;
}

std::string Describer::created_at(locks::ThreadId thread) {
  const Context& context = points_to_.contexts()[thread.index()];
  if (context.site == nullptr) return {};
  const SourcePosition position = names_.place(*context.site).position;
  if (position.line == 0) return {};
  return fmt::format(
      "created by {} at {}{}", threads_[context.parent], at(position),
      multiplicity_.is_several(static_cast<ContextIndex>(thread.index())) ? ", perhaps several times" : "");
}

AccessReport Describer::standing(const locks::Standing& standing) {
  const NamedPlace where = place(standing.place);
  AccessReport report;
  report.thread = thread_name(standing.thread);
  report.operation = "at";
  report.position = where.position;
  report.calls = where.inside;
  report.callers = callers(standing, where);
  report.locks = lock_names(standing.held);
  report.created_at = created_at(standing.thread);
  return report;
}

std::string Describer::operation(const locks::Step& step, const locks::Schedule& schedule) {
  const locks::Action& action = built_.program[step.place].action;
  const auto lock = [&](const std::vector<locks::LockId>& choices) {
    if (step.lock) return lock_name(*step.lock);
    return choices.empty() ? std::string("an unknown lock") : lock_name(choices.front());
  };
  using What = locks::Step::What;
  if (step.what == What::kReturn || step.what == What::kSkip) return {};
  if (auto* acquire = std::get_if<locks::Acquire>(&action))
    return fmt::format("{}{} {}", acquire->tries ? "try to " : "",
                       acquire->mode == locks::Mode::kShared ? "read-lock" : "lock", lock(acquire->choices));
  if (auto* all = std::get_if<locks::AcquireAll>(&action)) {
    std::vector<std::string> list;
    for (const locks::LockId one : all->locks) list.push_back(lock_name(one));
    return fmt::format("lock {} at once", fmt::join(list, ", "));
  }
  if (auto* release = std::get_if<locks::Release>(&action)) return "unlock " + lock(release->choices);
  if (auto* wait = std::get_if<locks::Wait>(&action))
    return (step.what == What::kReacquire ? "end of a wait, taking " : "wait on a condition, releasing ") +
           lock(wait->choices);
  if (auto* fork = std::get_if<locks::Fork>(&action)) return "create " + thread_name(fork->thread);
  if (auto* join = std::get_if<locks::Join>(&action))
    return join->choices.size() == 1 ? "join " + thread_name(join->choices[0]) : "join a thread";
  if (std::holds_alternative<locks::End>(action)) return "end of the thread";
  return {};
}

std::vector<ScheduleEntry> Describer::path(const std::vector<locks::Step>& steps, locks::ThreadId thread) {
  std::vector<ScheduleEntry> result;
  for (const locks::Step& step : steps) {
    std::string what = operation(step, {});
    const auto* label = std::get_if<locks::Label>(&built_.program[step.place].action);
    if (label != nullptr && step.what == locks::Step::What::kEdge) what = "at " + built_.labels[label->label.index()];
    if (what.empty()) continue;
    ScheduleEntry entry{thread_name(thread), what, place(step.place).position};
    const bool same = !result.empty() && result.back().operation == what && result.back().position == entry.position;
    if (!same) result.push_back(std::move(entry));
  }
  return result;
}

std::vector<std::string> Describer::thread_names(const locks::Schedule& schedule) const {
  std::vector<std::string> result(schedule.participants.size());
  for (std::uint32_t i = 0; i < result.size(); ++i)
    result[column(i, schedule)] = thread_name(schedule.participants[i].thread, schedule.participants[i].instance);
  return result;
}

void Describer::schedule(const locks::Schedule& schedule, std::vector<ScheduleEntry>& entries,
                         std::vector<InterleavingRow>& rows) {
  for (const locks::Step& step : schedule.steps) {
    const std::string what = operation(step, schedule);
    if (what.empty()) continue;
    const locks::Participant& who = schedule.participants[step.participant];
    const SourcePosition position = place(step.place).position;
    entries.push_back({thread_name(who.thread, who.instance), what, position});
    InterleavingRow row;
    row.thread = heddle::ThreadId(column(step.participant, schedule));
    row.what = what;
    row.position = position;
    rows.push_back(std::move(row));
  }
}

void Describer::add_schedule(Candidate& finding, const locks::Schedule& schedule) {
  this->schedule(schedule, finding.schedule, finding.bug.interleaving);
  finding.bug.thread_names = thread_names(schedule);
}

// Main comes first, then the others in the order of their creation sites.
std::uint16_t Describer::column(std::uint32_t participant, const locks::Schedule& schedule) {
  const auto& all = schedule.participants;
  return static_cast<std::uint16_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& other) { return other < all[participant]; }));
}

Candidate Describer::race(const locks::Race& race) {
  Candidate finding;
  finding.status = race.status == locks::Status::kCertified ? CandidateStatus::Certified : CandidateStatus::Unknown;
  finding.why = race.why;
  Bug& bug = finding.bug;
  bug.kind = BugKind::Race;
  for (const Touch& common : accesses_.common(static_cast<std::uint32_t>(race.first.index()),
                                              static_cast<std::uint32_t>(race.second.index())))
    finding.memory.push_back(names_.memory(common.location));
  bug.variable = finding.memory.front();
  bug.message = fmt::format("possible data race on '{}'", bug.variable);
  add_schedule(finding, race.schedule);
  const locks::AccessId ids[] = {race.first, race.second};
  for (int i = 0; i < 2; ++i) {
    const SourceAccess& source = accesses_.accesses()[ids[i].index()];
    const locks::Standing& standing = race.accesses[i];
    AccessReport report = this->standing(standing);
    report.operation = operation_of(source);
    if (!race.schedule.empty()) {
      const locks::Participant& who = race.schedule.participants[standing.participant];
      report.thread = thread_name(who.thread, who.instance);
    } else if (i == 1 && standing.thread == race.accesses[0].thread) {
      report.thread = thread_name(standing.thread, 1);
    }
    if (!race.schedule.empty()) {
      InterleavingRow row;
      row.thread = heddle::ThreadId(column(standing.participant, race.schedule));
      row.what = fmt::format("{} {}", report.operation, bug.variable);
      row.position = report.position;
      row.important = true;
      bug.interleaving.push_back(row);
      finding.schedule.push_back({report.thread, row.what, report.position});
    }
    bug.accesses.push_back(std::move(report));
  }
  // The write is what the first line is about; of two the later one in the source.
  const AccessReport& named = bug.accesses[1].operation.ends_with("read") ? bug.accesses[0] : bug.accesses[1];
  bug.thread = named.thread;
  bug.position = named.position;
  return finding;
}

Candidate Describer::deadlock(const locks::Deadlock& deadlock) {
  Candidate finding;
  finding.status = deadlock.status == locks::Status::kCertified ? CandidateStatus::Certified : CandidateStatus::Unknown;
  finding.why = deadlock.why;
  Bug& bug = finding.bug;
  bug.kind = BugKind::Deadlock;
  add_schedule(finding, deadlock.schedule);
  for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
    const locks::Waiting& waiting = deadlock.cycle[i];
    const locks::Waiting& next = deadlock.cycle[(i + 1) % deadlock.cycle.size()];
    const AccessReport where = standing(waiting.where);
    WaitReport report;
    report.thread = where.thread;
    if (!deadlock.schedule.empty()) {
      const locks::Participant& who = deadlock.schedule.participants[waiting.where.participant];
      report.thread = thread_name(who.thread, who.instance);
    }
    report.holds = where.locks;
    report.wants = waiting.lock ? lock_name(*waiting.lock) : "the end of " + thread_name(next.where.thread);
    report.position = where.position;
    if (!deadlock.schedule.empty()) {
      InterleavingRow row;
      row.thread = heddle::ThreadId(column(waiting.where.participant, deadlock.schedule));
      row.what = waiting.lock ? "lock " + report.wants : "wait for " + report.wants;
      row.position = report.position;
      row.important = true;
      bug.interleaving.push_back(row);
      finding.schedule.push_back({report.thread, row.what, report.position});
    }
    bug.blocked.push_back(report.thread);
    bug.cycle.push_back(std::move(report));
  }
  bug.thread = bug.cycle.front().thread;
  bug.position = bug.cycle.front().position;
  bug.message =
      deadlock.kind == locks::DeadlockKind::kSelf
          ? fmt::format("possible deadlock: '{}' is locked by the thread that wants it", bug.cycle.front().wants)
          : fmt::format("possible deadlock of {} threads", bug.cycle.size());
  return finding;
}

LockWarning Describer::warning(const locks::Warning& warning) {
  LockWarning result;
  const std::string lock = lock_name(warning.lock);
  switch (warning.kind) {
    case locks::WarningKind::kHeldAtEnd:
      result.text = fmt::format("{} can end with '{}' locked", thread_name(warning.where.thread), lock);
      break;
    case locks::WarningKind::kWaitWithLock:
      result.text =
          fmt::format("'{}' stays locked while {} waits on a condition", lock, thread_name(warning.where.thread));
      break;
    case locks::WarningKind::kNotNested:
      result.text = fmt::format("'{}' is not the last lock that {} acquired", lock, thread_name(warning.where.thread));
      break;
  }
  result.position = place(warning.where.place).position;
  return result;
}

}  // namespace heddle::analysis
