// Cycles of threads each of which waits for a lock that the next holds, or for the end of the next.
//
// A request is a thread that stands before a blocking acquire or join, with what it holds. Resources are locks and the
// ends of threads; a request has what its thread holds, and its end if anybody joins it, and wants one more. Only
// requests that have and want resources of one strongly connected component of that graph can be part of a cycle; these
// few are chained depth first, each chain checked jointly (threads.h) before it grows. Kahlon's section 6 checks pairs,
// which accepts cycles of three threads that cannot happen.
//
// Main functions: collect, keep_cyclic, extend, report.
#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "locks/candidates.h"

namespace heddle::locks {

namespace {

using Resource = std::uint32_t;

struct Request {
  Member member;
  Symbol at;
  const FlowStep* step;
  Resource wanted;
  Mode mode = Mode::kExclusive;
  std::vector<std::pair<Resource, Mode>> has;
  bool certain = true;  // false: a join of this thread, or of another one
};

class DeadlockFinder {
 public:
  DeadlockFinder(Analysis::State& state, Findings& findings) : state_(state), findings_(findings) {}

  void run() {
    collect();
    keep_cyclic();
    for (std::size_t r = 0; r < requests_.size(); ++r)
      for (const auto& [resource, mode] : requests_[r].has) holders_[resource].push_back(r);
    for (first_ = 0; first_ < requests_.size() && !limited_; ++first_) {
      chain_ = {first_};
      extend();
    }
    if (limited_) {
      findings_.deadlocks_complete = false;
      findings_.limits.emplace_back("more cycles of locks than are checked");
    }
    for (auto& [key, deadlock] : deadlocks_) findings_.deadlocks.push_back(std::move(deadlock));
  }

 private:
  Resource end_of(ThreadId t) const { return state_.flow.locks() + t.value; }
  bool is_lock(Resource r) const { return r < state_.flow.locks(); }
  bool concrete(Resource r) const { return !is_lock(r) || state_.flow.concrete(LockId(r)); }

  void collect() {
    std::vector<std::pair<Symbol, const FlowStep*>> blocking;
    joined_.resize(state_.threads.size());
    for (Symbol s = 0; s < state_.flow.ended(); ++s)
      for (const FlowStep& step : state_.flow.steps(s)) {
        const bool acquires =
            (step.kind == FlowStep::Kind::kAcquire && !step.tries) || step.kind == FlowStep::Kind::kAcquireAll;
        const Join* const join = waiting_join(step);
        if (join != nullptr)
          for (const ThreadId thread : join->choices) joined_[thread.index()] = true;
        if (acquires || join != nullptr) blocking.emplace_back(s, &step);
      }
    for (std::uint32_t t = 0; t < state_.threads.size(); ++t) {
      const Behaviour* behaviour = state_.threads.behaviour(ThreadId(t));
      if (behaviour == nullptr) continue;
      for (const auto& [symbol, step] : blocking)
        for (const Behaviour::Point& point : behaviour->points(symbol))
          requests_at({ThreadId(t), point}, symbol, *step);
    }
  }

  // Also one of which it is not certain whom it joins: it waits for each that it may be.
  const Join* waiting_join(const FlowStep& step) const {
    if (step.kind != FlowStep::Kind::kJoin && step.kind != FlowStep::Kind::kNothing) return nullptr;
    const auto* join = std::get_if<Join>(&state_.program[step.place].action);
    return join != nullptr && join->waits ? join : nullptr;
  }

  void requests_at(const Member& member, Symbol at, const FlowStep& step) {
    Request request{member, at, &step, 0, step.mode, {}};
    for (const HeldLock& held : state_.threads.situation(member).held)
      request.has.emplace_back(held.lock.value, held.mode);
    if (joined_[member.thread.index()]) request.has.emplace_back(end_of(member.thread), Mode::kExclusive);
    std::vector<Resource> wanted;
    if (const Join* join = waiting_join(step)) {
      for (const ThreadId thread : join->choices) wanted.push_back(end_of(thread));
      request.certain = step.kind == FlowStep::Kind::kJoin;
    }
    if (step.kind == FlowStep::Kind::kAcquire) wanted.push_back(step.lock.value);
    if (step.kind == FlowStep::Kind::kAcquireAll) {
      const auto& action = std::get<AcquireAll>(state_.program[step.place].action);
      for (const LockId lock : action.locks) wanted.push_back(lock.value);
      if (action.others) wanted.push_back(state_.flow.unknown().value);
    }
    for (const Resource resource : wanted) {
      request.wanted = resource;
      if (wants_own(request))
        itself(request);
      else if (!request.has.empty() && !can_reenter(request))
        requests_.push_back(request);
    }
  }
  const HeldLock* own(const Request& request) const {
    return is_lock(request.wanted) ? state_.threads.situation(request.member).find(LockId(request.wanted)) : nullptr;
  }
  bool can_reenter(const Request& request) const {
    const HeldLock* const held = own(request);
    return held != nullptr && concrete(request.wanted) && held->mode == request.mode &&
           (request.mode == Mode::kShared || state_.flow.recursive(held->lock));
  }
  // A lock that it holds already, or its own end.
  bool wants_own(const Request& request) const {
    if (!is_lock(request.wanted)) return request.certain && request.wanted == end_of(request.member.thread);
    return own(request) != nullptr && !can_reenter(request) && concrete(request.wanted);
  }

  void itself(const Request& request) {
    if (state_.threads.consistent({request.member})) report({request}, DeadlockKind::kSelf);
  }

  // Strongly connected components of the resources by Tarjan; requests that stay inside one.
  void keep_cyclic() {
    std::map<Resource, std::vector<Resource>> next;
    for (const Request& request : requests_)
      for (const auto& [resource, mode] : request.has) next[resource].push_back(request.wanted);
    std::map<Resource, std::uint32_t> number, low, component;
    std::vector<Resource> stack;
    std::uint32_t count = 0;
    const std::function<void(Resource)> visit = [&](Resource r) {
      number[r] = low[r] = ++count;
      stack.push_back(r);
      for (const Resource to : next[r]) {
        if (!number.contains(to)) visit(to);
        if (!component.contains(to)) low[r] = std::min(low[r], low[to]);
      }
      if (low[r] != number[r]) return;
      for (Resource member = r + 1; member != r;) {
        member = stack.back();
        stack.pop_back();
        component[member] = number[r];
      }
    };
    std::vector<Resource> all;
    for (const auto& [resource, list] : next) all.push_back(resource);
    for (const Resource r : all)
      if (!number.contains(r)) visit(r);
    std::erase_if(requests_, [&](Request& request) {
      std::erase_if(request.has, [&](const auto& has) {
        const auto wanted = component.find(request.wanted);
        return wanted == component.end() || component.at(has.first) != wanted->second;
      });
      return request.has.empty();
    });
  }

  bool waits_for(const Request& a, const Request& b) const {
    for (const auto& [resource, mode] : b.has)
      if (resource == a.wanted && conflict(a.mode, mode)) return true;
    return false;
  }
  bool fits(std::size_t r) const {
    const Request& request = requests_[r];
    std::vector<Member> members{request.member};
    for (const std::size_t c : chain_) {
      const Request& other = requests_[c];
      if (c == r && !state_.threads.several(request.member.thread)) return false;
      if (!state_.consistent(other.member, request.member)) return false;
      members.push_back(other.member);
    }
    return members.size() < 3 || state_.threads.consistent(members);
  }

  // Chains begin with the smallest request of their cycle.
  void extend() {
    if (++steps_ > 200 * std::size_t{state_.limits.cycles} || deadlocks_.size() >= state_.limits.cycles)
      limited_ = true;
    if (limited_) return;
    const Request& last = requests_[chain_.back()];
    if (chain_.size() > 1 && waits_for(last, requests_[first_])) {
      std::vector<Request> cycle;
      for (const std::size_t c : chain_) cycle.push_back(requests_[c]);
      return report(cycle, DeadlockKind::kCycle);
    }
    // A lock that stands for several may be the very one that the thread holds.
    if (chain_.size() == 1 && is_lock(last.wanted) && !concrete(last.wanted) && waits_for(last, last))
      report({last}, DeadlockKind::kSelf);
    const auto found = holders_.find(last.wanted);
    if (found == holders_.end()) return;
    for (const std::size_t r : found->second) {
      if (++tried_requests_ > 1000 * std::size_t{state_.limits.cycles}) limited_ = true;
      if (limited_) return;
      if (r < first_ || !waits_for(last, requests_[r]) || !fits(r)) continue;
      if (chain_.size() > 1 && waits_for_earlier(r)) continue;
      chain_.push_back(r);
      extend();
      chain_.pop_back();
    }
  }
  // Then a part of the chain is a cycle by itself, which is found elsewhere.
  bool waits_for_earlier(std::size_t r) const {
    for (std::size_t c = 1; c < chain_.size(); ++c)
      if (waits_for(requests_[r], requests_[chain_[c]]) && !waits_for(requests_[r], requests_[chain_[0]])) return true;
    return false;
  }

  using Key = std::vector<std::tuple<Place, Resource>>;
  void report(const std::vector<Request>& cycle, DeadlockKind kind) {
    Key key;
    for (const Request& request : cycle) key.emplace_back(request.step->place, request.wanted);
    std::ranges::rotate(key, std::ranges::min_element(key));
    const auto known = deadlocks_.find(key);
    if (known != deadlocks_.end() && (known->second.status == Status::kCertified || ++tried_[key] > 4)) return;
    Deadlock deadlock{kind, {}, Status::kUnknown, {}, ""};
    for (std::uint32_t i = 0; i < cycle.size(); ++i) {
      Waiting waiting{state_.standing(cycle[i].member, cycle[i].step->place), std::nullopt};
      waiting.where.participant = i;
      if (is_lock(cycle[i].wanted)) waiting.lock = LockId(cycle[i].wanted);
      deadlock.cycle.push_back(std::move(waiting));
    }
    certify_cycle(cycle, deadlock);
    deadlocks_[key] = std::move(deadlock);
  }

  void certify_cycle(const std::vector<Request>& cycle, Deadlock& deadlock) {
    if (!std::ranges::all_of(cycle, [&](const Request& r) { return concrete(r.wanted); })) {
      deadlock.why = "a lock that stands for several: it may be another one";
      return;
    }
    if (!std::ranges::all_of(cycle, &Request::certain)) {
      deadlock.why = "which thread is joined is not certain";
      return;
    }
    std::vector<Wanted> wanted;
    for (const Request& request : cycle) wanted.push_back({request.member, request.at, request.step->place});
    Witness witness = state_.witnesses.schedule(wanted);
    deadlock.why = witness.why;
    if (witness.schedule.empty()) return;
    for (std::size_t i = 0; i < cycle.size(); ++i)
      if (!really_waits(cycle[i], witness.threads[i], witness.threads[(i + 1) % cycle.size()])) {
        deadlock.why = "the schedule does not end in a deadlock";
        return;
      }
    deadlock.status = Status::kCertified;
    deadlock.schedule = std::move(witness.schedule);
  }
  // By what the symbolic machine says about the two.
  bool really_waits(const Request& request, const ThreadState& thread, const ThreadState& next) const {
    if (thread.inside_wait != request.step->second_half) return false;
    if (!is_lock(request.wanted)) return !next.ended;
    return blocked_by(state_.program, LockId(request.wanted), request.mode, next);
  }

  Analysis::State& state_;
  Findings& findings_;
  std::vector<bool> joined_;
  std::vector<Request> requests_;
  std::map<Resource, std::vector<std::size_t>> holders_;
  std::size_t first_ = 0;
  std::vector<std::size_t> chain_;
  std::size_t steps_ = 0, tried_requests_ = 0;
  bool limited_ = false;
  std::map<Key, Deadlock> deadlocks_;
  std::map<Key, int> tried_;
};

}  // namespace

void find_deadlocks(Analysis::State& state, Findings& findings) { DeadlockFinder(state, findings).run(); }

}  // namespace heddle::locks
