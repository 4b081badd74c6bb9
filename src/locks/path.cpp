// Reads paths off derivations (path.h).
#include "locks/path.h"

#include <algorithm>
#include <deque>

namespace heddle::locks {

namespace {

// The steps inside a neutral procedure from its entry to where `there` holds; calls that return are passed over.
template <class There>
std::vector<const FlowStep*> neutral_way(const Flow& flow, ProcedureId procedure, There there) {
  const Symbol entry = flow.entry(procedure);
  std::unordered_map<Symbol, std::pair<Symbol, const FlowStep*>> came_from{{entry, {entry, nullptr}}};
  std::deque<Symbol> pending{entry};
  while (!pending.empty()) {
    const Symbol s = pending.front();
    pending.pop_front();
    if (there(s)) {
      std::vector<const FlowStep*> way;
      for (Symbol at = s; came_from[at].second != nullptr; at = came_from[at].first)
        way.push_back(came_from[at].second);
      std::ranges::reverse(way);
      return way;
    }
    for (const FlowStep& step : flow.steps(s)) {
      if (step.kind == FlowStep::Kind::kCall && !flow.returns(step.callee)) continue;
      if (came_from.try_emplace(step.to, s, &step).second) pending.push_back(step.to);
    }
  }
  HEDDLE_INVARIANT(false);  // asked for reachable nodes only
  return {};
}

const FlowStep* call_of(const Flow& flow, Symbol s, ProcedureId callee) {
  for (const FlowStep& step : flow.steps(s))
    if (step.kind == FlowStep::Kind::kCall && step.callee == callee) return &step;
  return nullptr;
}

class Reader {
 public:
  Reader(const Behaviour& behaviour, std::size_t longest)
      : behaviour_(behaviour), flow_(behaviour.flow()), post_(behaviour.post()), longest_(longest) {}

  bool read(const Behaviour::Point& point, std::optional<Symbol> to) {
    std::vector<std::uint32_t> entries;
    for (std::uint32_t e = point.entry; e != kNone; e = behaviour_.entries()[e].caller) entries.push_back(e);
    for (std::size_t i = entries.size() - 1; i-- > 0;) {
      const auto& frame = post_.frames()[behaviour_.entries()[entries[i]].frame];
      if (!inside(frame.fact)) return false;
      open(frame);
    }
    if (!inside(point.fact)) return false;
    const Symbol symbol = post_.facts()[point.fact].symbol;
    if (to && symbol < flow_.ended() && flow_.is_visit(symbol))
      for (const FlowStep* step : neutral_way(flow_, flow_.visited(symbol), [&](Symbol s) { return s == *to; }))
        pass(*step);
    return path.size() <= longest_;
  }
  Path path;

 private:
  // From the entry of the fact's context.
  bool inside(std::uint32_t last) {
    std::vector<std::uint32_t> facts;
    for (std::uint32_t f = last; post_.facts()[f].previous != kNone; f = post_.facts()[f].previous) facts.push_back(f);
    std::ranges::reverse(facts);
    for (const std::uint32_t f : facts) {
      const auto& fact = post_.facts()[f];
      if (path.size() > longest_) return false;
      if (fact.symbol == flow_.nowhere()) continue;
      if (fact.returned != kNone) {
        if (!call(fact.frame, fact.returned)) return false;
      } else if (fact.tag == kNone) {
        returns(fact.context);
      } else {
        step(f);
      }
    }
    return true;
  }
  bool call(std::uint32_t frame, std::uint32_t returned) {
    const auto& call = post_.frames()[frame];
    if (flow_.is_visit(post_.contexts()[call.context].symbol)) {
      pass(flow_.step(call.tag));
      return true;
    }
    open(call);
    return inside(returned);
  }
  void open(const PostStar<LockSystem>::Frame& frame) {
    const ProcedureId callee(frame.choice);
    if (frame.tag != kNone) return add(flow_.step(frame.tag), Step::What::kEdge, std::nullopt, callee);
    const Symbol caller = post_.contexts()[post_.facts()[frame.fact].context].symbol;
    const auto calls = [&](Symbol s) { return call_of(flow_, s, callee) != nullptr; };
    Symbol last = flow_.entry(flow_.visited(caller));
    for (const FlowStep* step : neutral_way(flow_, flow_.visited(caller), calls)) {
      pass(*step);
      last = step->to;
    }
    add(*call_of(flow_, last, callee), Step::What::kEdge, std::nullopt, callee);
  }
  void pass(const FlowStep& step) {
    if (step.kind == FlowStep::Kind::kCall)
      add(step, Step::What::kSkip, std::nullopt, step.callee);
    else
      add(step, Step::What::kEdge);
  }
  void returns(std::uint32_t context) {
    const Symbol symbol = post_.contexts()[context].symbol;
    if (flow_.is_visit(symbol)) {  // the whole thread is neutral
      const ProcedureId procedure = flow_.visited(symbol);
      for (const FlowStep* step : neutral_way(flow_, procedure, [&](Symbol s) { return flow_.is_exit(s); }))
        pass(*step);
      return add_return(procedure);
    }
    add_return(flow_.procedure_of(symbol));
  }
  void step(std::uint32_t f) {
    const auto& fact = post_.facts()[f];
    const FlowStep& step = flow_.step(fact.tag);
    std::optional<LockId> lock;
    const bool locks = step.kind == FlowStep::Kind::kAcquire || step.kind == FlowStep::Kind::kRelease;
    if (locks) lock = LockId(fact.choice);
    add(step, step.second_half ? Step::What::kReacquire : Step::What::kEdge, lock);
    if (step.kind == FlowStep::Kind::kNothing || step.kind == FlowStep::Kind::kCall) return;
    path.back().changes = true;
    path.back().held = behaviour_.situation(fact.control).held;
  }
  void add(const FlowStep& flow, Step::What what, std::optional<LockId> lock = std::nullopt,
           std::optional<ProcedureId> callee = std::nullopt) {
    path.push_back({{0, what, flow.place, lock, callee}, &flow, {}, false});
  }
  void add_return(ProcedureId procedure) {
    path.push_back({{0, Step::What::kReturn, {procedure, 0}, std::nullopt, std::nullopt}, nullptr, {}, false});
  }

  const Behaviour& behaviour_;
  const Flow& flow_;
  const PostStar<LockSystem>& post_;
  std::size_t longest_;
};

}  // namespace

std::optional<Path> path_to(const Behaviour& behaviour, const Behaviour::Point& point, std::optional<Symbol> to,
                            std::size_t longest) {
  Reader reader(behaviour, longest);
  if (!reader.read(point, to)) return std::nullopt;
  return std::move(reader.path);
}

std::vector<Place> call_chain(const Behaviour& behaviour, const Behaviour::Point& point) {
  const Flow& flow = behaviour.flow();
  std::vector<Place> chain;
  for (std::uint32_t e = point.entry; behaviour.entries()[e].frame != kNone; e = behaviour.entries()[e].caller) {
    const auto& frame = behaviour.post().frames()[behaviour.entries()[e].frame];
    const ProcedureId callee(frame.choice);
    if (frame.tag != kNone) {
      chain.push_back(flow.step(frame.tag).place);
      continue;
    }
    const auto& facts = behaviour.post().facts();
    const ProcedureId caller = flow.visited(behaviour.post().contexts()[facts[frame.fact].context].symbol);
    Symbol last = flow.entry(caller);
    for (const FlowStep* step :
         neutral_way(flow, caller, [&](Symbol s) { return call_of(flow, s, callee) != nullptr; }))
      last = step->to;
    chain.push_back(call_of(flow, last, callee)->place);
  }
  std::ranges::reverse(chain);
  return chain;
}

}  // namespace heddle::locks
