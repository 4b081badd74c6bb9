// The questions (analysis.h), and what their answers share (candidates.h).
#include "locks/analysis.h"

#include <algorithm>

#include "locks/candidates.h"

namespace heddle::locks {

Analysis::Analysis(const Program& program, Limits limits) : state_(std::make_unique<State>(program, limits)) {}
Analysis::~Analysis() = default;

std::uint64_t Analysis::State::number_of(const Member& m) {
  return members_.try_emplace({m.thread, m.point.control, m.point.effect}, members_.size()).first->second;
}

bool Analysis::State::consistent(const Member& a, const Member& b) {
  const auto [place, fresh] = consistent_.try_emplace(std::minmax(number_of(a), number_of(b)), false);
  if (fresh) place->second = threads.consistent({a, b});
  return place->second;
}

bool Analysis::State::may_share_lock(const Member& a, const Member& b) const {
  for (const HeldLock& mine : threads.situation(a).held)
    if (!flow.concrete(mine.lock))
      for (const HeldLock& theirs : threads.situation(b).held)
        if (theirs.lock == mine.lock && conflict(mine.mode, theirs.mode)) return true;
  return false;
}

Standing Analysis::State::standing(const Member& member, Place place) const {
  Standing standing{member.thread, 0, place, call_chain(*threads.behaviour(member.thread), member.point), {}};
  for (const HeldLock& held : threads.situation(member).held) standing.held.push_back({held.lock, held.mode});
  if (threads.situation(member).coarse)
    for (const Effect::Entry& entry : threads.effect(member).held) standing.held.push_back({entry.lock, entry.mode});
  return standing;
}

Certified certify(Analysis::State& state, std::span<const Pair> pairs) {
  constexpr std::size_t kTries = 6;
  Certified result;
  std::size_t tries = 0;
  for (std::size_t p = 0; p < pairs.size() && tries < kTries; ++p) {
    const Pair& pair = pairs[p];
    if (state.may_share_lock(pair.members[0], pair.members[1])) {
      result.witness.why = "both hold a lock that stands for several: it may be the same";
      continue;
    }
    ++tries;
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < 2; ++i)
      wanted.push_back({pair.members[i],
                        state.flow.symbol(pair.places[i].procedure, state.program[pair.places[i]].from),
                        pair.places[i]});
    result.witness = state.witnesses.schedule(wanted);
    result.pair = p;
    if (!result.witness.schedule.empty()) return result;
  }
  return result;
}

Findings Analysis::findings(bool races, bool deadlocks) {
  Findings findings;
  if (races) find_races(*state_, findings);
  if (deadlocks) find_deadlocks(*state_, findings);
  find_warnings(*state_, findings);
  for (const std::unique_ptr<Behaviour>& behaviour : state_->threads.all_behaviours()) {
    findings.nested &= behaviour->not_nested().empty();
    const auto say = [&](bool reached, const std::string& what) {
      if (reached && std::ranges::find(findings.limits, what) == findings.limits.end()) findings.limits.push_back(what);
    };
    say(behaviour->histories_limited(), "acquisition histories were merged");
    say(behaviour->situations_limited(), "too many locksets in one thread");
    say(behaviour->counts_limited(), "a recursive lock is acquired more often than is counted");
    if (behaviour->situations_limited()) findings.deadlocks_complete = false;
  }
  return findings;
}

Reachability Analysis::reach(std::span<const Place> first, std::span<const Place> second) {
  State& state = *state_;
  std::vector<Pair> pairs;
  const auto members_at = [&](Place place) {
    std::vector<Member> members;
    for (std::uint32_t t = 0; t < state.threads.size(); ++t)
      if (const Behaviour* behaviour = state.threads.behaviour(ThreadId(t)); behaviour != nullptr)
        for (const Behaviour::Point& point :
             behaviour->freest(behaviour->symbol_of(place.procedure, state.program[place].from)))
          members.push_back({ThreadId(t), point});
    return members;
  };
  for (const Place b : second) {
    const std::vector<Member> others = members_at(b);
    for (const Place a : first)
      for (const Member& x : members_at(a))
        for (const Member& y : others)
          if (state.consistent(x, y)) pairs.push_back({{x, y}, {a, b}});
  }
  Reachability result;
  if (pairs.empty()) return result;
  Certified certified = certify(state, pairs);
  const bool yes = !certified.witness.schedule.empty();
  result.answer = yes ? Reachability::Answer::kReachable : Reachability::Answer::kUnknown;
  const Pair& pair = pairs[certified.pair];
  for (std::uint32_t i = 0; i < 2; ++i) {
    result.standing[i] = state.standing(pair.members[i], pair.places[i]);
    result.standing[i].participant = i;
  }
  result.schedule = std::move(certified.witness.schedule);
  result.why = certified.witness.why;
  return result;
}

}  // namespace heddle::locks
