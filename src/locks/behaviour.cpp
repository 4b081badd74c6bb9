// Saturates a thread's pushdown system and composes what it says from the start of the thread on (behaviour.h).
#include "locks/behaviour.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::locks {

Behaviour::Behaviour(const Flow& flow, Uses& uses, const Settings& settings)
    : flow_(flow),
      settings_(settings),
      situations_(flow, settings.situations),
      effects_(flow, uses, settings.track_used, settings.initially_held),
      system_(flow, uses, situations_, effects_, settings.histories),
      post_(system_) {
  Situation start;
  for (const Held& held : settings.initially_held) start.held.push_back({held.lock, held.mode, 1});
  const ProcedureId entry = settings.entry;
  complete_ = post_.run(situations_.number_of(start), flow.neutral(entry) ? flow.visit(entry) : flow.entry(entry),
                        settings.derivations);
  if (!complete_) return;
  find_entries();
  index_facts();
}

void Behaviour::find_entries() {
  entries_of_.resize(post_.contexts().size());
  std::vector<std::vector<std::uint32_t>> calls(post_.contexts().size());  // frames by the caller's context
  for (std::uint32_t f = 0; f < post_.frames().size(); ++f) {
    const std::uint32_t fact = post_.frames()[f].fact;
    calls[post_.facts()[fact].context].push_back(f);
  }
  add_entry({0, effects_.identity(situations_[post_.contexts()[0].control])});
  for (std::size_t next = 0; next < pending_.size(); ++next) {
    const std::uint32_t caller = pending_[next];
    if (entries_[caller].absorbed) continue;
    for (const std::uint32_t f : calls[entries_[caller].context]) {
      const auto& frame = post_.frames()[f];
      add_entry({frame.context, effects_.extend(entries_[caller].effect, frame.weight), caller, f});
    }
  }
  pending_.clear();
}

void Behaviour::add_entry(Entry entry) {
  std::vector<std::uint32_t>& list = entries_of_[entry.context];
  for (const std::uint32_t other : list)
    if (effects_.absorbs(entries_[other].effect, entry.effect)) return;
  const bool coarse = situations_[post_.contexts()[entry.context].control].coarse;
  if (list.size() >= (coarse ? 1 : settings_.histories)) {
    entries_limited_ = true;
    for (const std::uint32_t other : list) entry.effect = effects_.meet(entry.effect, entries_[other].effect);
  }
  std::erase_if(list, [&](std::uint32_t other) {
    if (!effects_.absorbs(entry.effect, entries_[other].effect)) return false;
    entries_[other].absorbed = true;
    return true;
  });
  list.push_back(static_cast<std::uint32_t>(entries_.size()));
  pending_.push_back(static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back(entry);
}

void Behaviour::index_facts() {
  first_fact_.assign(flow_.symbols() + 2, 0);
  const auto slot = [&](const auto& fact) { return fact.symbol == kReturned ? flow_.symbols() : fact.symbol; };
  for (const auto& fact : post_.facts())
    if (!fact.absorbed) ++first_fact_[slot(fact) + 1];
  for (std::size_t s = 1; s < first_fact_.size(); ++s) first_fact_[s] += first_fact_[s - 1];
  by_symbol_.resize(first_fact_.back());
  std::vector<std::uint32_t> next(first_fact_.begin(), first_fact_.end() - 1);
  for (std::uint32_t f = 0; f < post_.facts().size(); ++f)
    if (!post_.facts()[f].absorbed) by_symbol_[next[slot(post_.facts()[f])]++] = f;
}

std::span<const std::uint32_t> Behaviour::facts_at(Symbol symbol) const {
  const std::size_t slot = symbol == kReturned ? flow_.symbols() : symbol;
  return {by_symbol_.data() + first_fact_[slot], by_symbol_.data() + first_fact_[slot + 1]};
}

Symbol Behaviour::symbol_of(ProcedureId procedure, Node node) const {
  const Symbol symbol = flow_.symbol(procedure, node);
  if (!flow_.neutral(procedure)) return symbol;
  return flow_.reachable(symbol) ? flow_.visit(procedure) : flow_.nowhere();
}

const std::vector<Behaviour::Point>& Behaviour::points(Symbol symbol) const {
  const auto [place, fresh] = points_.try_emplace(symbol);
  std::vector<Point>& points = place->second;
  if (!fresh || symbol == flow_.nowhere()) return points;
  for (const std::uint32_t f : facts_at(symbol)) {
    const auto& fact = post_.facts()[f];
    if (symbol == kReturned && fact.context != 0) continue;
    for (const std::uint32_t entry : entries_of_[fact.context]) {
      const EffectId effect = effects_.extend(entries_[entry].effect, fact.weight);
      const bool known = std::ranges::any_of(points, [&](const Point& other) {
        return other.control == fact.control && effects_.absorbs(other.effect, effect);
      });
      if (known) continue;
      std::erase_if(points, [&](const Point& other) {
        return other.control == fact.control && effects_.absorbs(effect, other.effect);
      });
      points.push_back({entry, f, fact.control, effect});
    }
  }
  return points;
}

bool Behaviour::frees(const Point& a, const Point& b) const {
  const Situation &mine = situation(a.control), &theirs = situation(b.control);
  if (mine.forked != theirs.forked || mine.joined != theirs.joined || mine.coarse != theirs.coarse) return false;
  const bool fewer = std::ranges::all_of(mine.held, [&](const HeldLock& held) {
    const HeldLock* const other = theirs.find(held.lock);
    return other != nullptr && (held.mode == Mode::kShared || other->mode == Mode::kExclusive);
  });
  return fewer && effects_.frees(a.effect, b.effect);
}

const std::vector<Behaviour::Point>& Behaviour::freest(Symbol symbol) const {
  const auto [place, fresh] = freest_.try_emplace(symbol);
  std::vector<Point>& best = place->second;
  if (!fresh) return best;
  std::vector<Point> all = points(symbol);
  std::ranges::sort(all, {},
                    [&](const Point& p) { return std::tuple(situation(p.control).held.size(), p.fact, p.entry); });
  for (const Point& point : all)
    if (std::ranges::none_of(best, [&](const Point& other) { return frees(other, point); })) {
      std::erase_if(best, [&](const Point& other) { return frees(point, other); });
      best.push_back(point);
    }
  return best;
}

std::vector<Behaviour::Point> Behaviour::ends() const {
  std::vector<Point> ends = points(kReturned);
  const std::vector<Point>& others = points(flow_.ended());
  ends.insert(ends.end(), others.begin(), others.end());
  return ends;
}

bool Behaviour::is_end(const Point& point) const {
  const auto& fact = post_.facts()[point.fact];
  return (fact.symbol == kReturned && fact.context == 0) || fact.symbol == flow_.ended();
}

std::vector<Behaviour::Point> Behaviour::first_points() const {
  std::vector<Point> points;
  std::vector<bool> seen(situations_.size());
  for (std::uint32_t f = 0; f < post_.facts().size(); ++f) {
    const auto& fact = post_.facts()[f];
    if (seen[fact.control] || fact.absorbed || fact.symbol == flow_.nowhere() || fact.symbol == kReturned) continue;
    if (entries_of_[fact.context].empty()) continue;
    seen[fact.control] = true;
    const std::uint32_t entry = entries_of_[fact.context][0];
    points.push_back({entry, f, fact.control, effects_.extend(entries_[entry].effect, fact.weight)});
  }
  return points;
}

const std::vector<Behaviour::Point>& Behaviour::all_points() const {
  if (!all_points_.empty()) return all_points_;
  std::map<std::pair<Control, bool>, std::vector<Point>> best;
  for (const std::uint32_t f : by_symbol_) {
    const auto& fact = post_.facts()[f];
    if (fact.symbol == flow_.nowhere() || (fact.symbol == kReturned && fact.context != 0)) continue;
    for (const std::uint32_t entry : entries_of_[fact.context]) {
      const Point point{entry, f, fact.control, effects_.extend(entries_[entry].effect, fact.weight)};
      std::vector<Point>& list = best[{fact.control, is_end(point)}];
      const auto absorbed = [&](const Point& other) { return effects_.absorbs(other.effect, point.effect); };
      if (std::ranges::any_of(list, absorbed)) continue;
      std::erase_if(list, [&](const Point& other) { return effects_.absorbs(point.effect, other.effect); });
      list.push_back(point);
    }
  }
  for (const auto& [key, list] : best) all_points_.insert(all_points_.end(), list.begin(), list.end());
  return all_points_;
}

}  // namespace heddle::locks
