// Situations and effects (effects.h).
#include "locks/effects.h"

#include <algorithm>

namespace heddle::locks {

Control Situations::number_of(const Situation& situation) {
  const auto found = numbers_.find(situation);
  if (found != numbers_.end()) return found->second;
  if (all_.size() >= limit_ && !situation.coarse) {
    limited_ = true;
    return number_of({.held = {}, .forked = {}, .joined = {}, .coarse = true});
  }
  const auto number = static_cast<Control>(all_.size());
  all_.push_back(situation);
  numbers_.emplace(situation, number);
  return number;
}

std::optional<Situation> Situations::acquired(const Situation& before, LockId lock, Mode mode) {
  Situation after = before;
  for (HeldLock& held : after.held) {
    if (held.lock != lock) continue;
    if (flow_.concrete(lock)) {
      const bool again = held.mode == mode && (mode == Mode::kShared || flow_.recursive(lock));
      if (!again) return std::nullopt;
    } else if (mode == Mode::kExclusive) {
      held.mode = mode;
    }
    const std::uint8_t most = flow_.concrete(lock) ? kMany : 2;
    if (held.count == most && flow_.concrete(lock)) counts_limited_ = true;
    held.count = std::min<std::uint8_t>(most, held.count + 1);
    return after;
  }
  after.held.push_back({lock, mode, 1});
  return after;
}

std::vector<Situation> Situations::released(const Situation& before, LockId lock) {
  const auto place = std::ranges::find(before.held, lock, &HeldLock::lock);
  const auto index = place - before.held.begin();
  std::vector<Situation> outcomes;
  if (place->count == (flow_.concrete(lock) ? kMany : 2)) outcomes.push_back(before);
  outcomes.push_back(before);
  if (place->count > 1)
    --outcomes.back().held[static_cast<std::size_t>(index)].count;
  else {
    std::vector<HeldLock>& held = outcomes.back().held;
    const bool first = !place->with_previous;
    held.erase(held.begin() + index);
    if (first && index < static_cast<std::ptrdiff_t>(held.size()))
      held[static_cast<std::size_t>(index)].with_previous = false;
  }
  return outcomes;
}

bool Situations::is_last(const Situation& situation, LockId lock) const {
  auto place = std::ranges::find(situation.held, lock, &HeldLock::lock);
  for (++place; place != situation.held.end(); ++place)
    if (flow_.concrete(place->lock) && !place->with_previous) return false;
  return true;
}

EffectId Effects::number_of(Effect&& effect) {
  const bool kept = std::ranges::any_of(effect.held, &Effect::Entry::kept);
  if (!kept && !track_used_) effect.used = 0;
  const auto [place, fresh] = numbers_.try_emplace(effect, static_cast<EffectId>(all_.size()));
  if (fresh) all_.push_back(std::move(effect));
  return place->second;
}

EffectId Effects::identity(const Situation& situation) {
  return situation.coarse ? coarse_step({}, {}) : step(situation, situation, 0);
}

EffectId Effects::step(const Situation& from, const Situation& to, SetId used) {
  Effect effect{.used = used, .held = {}, .released = {}};
  for (const HeldLock& held : to.held)
    if (flow_.concrete(held.lock)) effect.held.push_back({held.lock, held.mode, from.find(held.lock) != nullptr, 0});
  for (const Held& initial : initially_held_)
    if (from.find(initial.lock) != nullptr && to.find(initial.lock) == nullptr)
      effect.released.emplace_back(initial.lock, 0);
  std::ranges::sort(effect.released);
  return number_of(std::move(effect));
}

EffectId Effects::coarse_step(const std::vector<Held>& acquired, const std::vector<LockId>& released) {
  Effect effect{.used = 0, .held = {}, .released = {}, .begins_coarse = true};
  for (const Held& held : acquired)
    if (flow_.concrete(held.lock)) effect.held.push_back({held.lock, held.mode, false, 0});
  for (const LockId lock : released) effect.killed = uses_.used(effect.killed, lock, Mode::kExclusive);
  return number_of(std::move(effect));
}

// What was held before and was not released.
EffectId Effects::extend_coarse(const Effect& a, const Effect& b) {
  Effect both = a;
  both.used = uses_.sets.unite(a.used, b.used);
  std::erase_if(both.held, [&](const Effect::Entry& entry) {
    return uses_.conflicts(b.killed, {entry.lock, entry.mode}) ||
           std::ranges::find(b.held, entry.lock, &Effect::Entry::lock) != b.held.end();
  });
  both.held.insert(both.held.end(), b.held.begin(), b.held.end());
  if (a.begins_coarse) both.killed = uses_.sets.unite(a.killed, b.killed);
  return number_of(std::move(both));
}

EffectId Effects::extend(EffectId first, EffectId second) {
  const std::uint64_t key = std::uint64_t{first} << 32 | second;
  if (const auto found = extended_.find(key); found != extended_.end()) return found->second;
  const Effect& a = all_[first];
  const Effect& b = all_[second];
  if (b.begins_coarse) return extended_[key] = extend_coarse(Effect(a), Effect(b));
  Effect both{.used = uses_.sets.unite(a.used, b.used),
              .held = {},
              .released = a.released,
              .begins_coarse = a.begins_coarse,
              .killed = a.killed};
  for (const Effect::Entry& entry : b.held) {
    if (!entry.kept) {
      both.held.push_back(entry);
      continue;
    }
    const auto before = std::ranges::find(a.held, entry.lock, &Effect::Entry::lock);
    HEDDLE_INVARIANT(before != a.held.end());
    both.held.push_back(
        {entry.lock, entry.mode, before->kept, before->kept ? 0 : uses_.sets.unite(before->history, b.used)});
  }
  for (const auto& [lock, used] : b.released) {
    const auto before = std::ranges::find(a.held, lock, &Effect::Entry::lock);
    if (before != a.held.end() && before->kept) both.released.emplace_back(lock, uses_.sets.unite(a.used, used));
  }
  std::ranges::sort(both.released);
  const EffectId result = number_of(std::move(both));
  extended_.emplace(key, result);
  return result;
}

bool Effects::frees(EffectId first, EffectId second) const {
  if (first == second) return true;
  const Effect& a = all_[first];
  const Effect& b = all_[second];
  if (!uses_.sets.contains(b.used, a.used) || !uses_.sets.contains(a.killed, b.killed)) return false;
  for (const auto& [lock, used] : a.released) {
    const auto theirs = std::ranges::find(b.released, lock, &std::pair<LockId, SetId>::first);
    if (theirs == b.released.end() || !uses_.sets.contains(theirs->second, used)) return false;
  }
  return std::ranges::all_of(a.held, [&](const Effect::Entry& entry) {
    const auto theirs = std::ranges::find(b.held, entry.lock, &Effect::Entry::lock);
    if (theirs == b.held.end() || (entry.kept && !theirs->kept)) return false;
    if (entry.mode == Mode::kExclusive && theirs->mode == Mode::kShared) return false;
    return entry.kept || uses_.sets.contains(b.history(*theirs), entry.history);
  });
}

EffectId Effects::meet(EffectId first, EffectId second) {
  const Effect a = all_[first];
  const Effect b = all_[second];
  Effect both{.used = uses_.sets.intersect(a.used, b.used),
              .held = {},
              .released = {},
              .begins_coarse = a.begins_coarse,
              .killed = uses_.sets.unite(a.killed, b.killed)};
  for (const Effect::Entry& entry : a.held) {
    const auto theirs = std::ranges::find(b.held, entry.lock, &Effect::Entry::lock);
    if (theirs == b.held.end()) continue;
    const bool kept = entry.kept && theirs->kept;
    const SetId history = uses_.sets.intersect(a.history(entry), b.history(*theirs));
    const Mode mode = entry.mode == Mode::kShared ? entry.mode : theirs->mode;
    both.held.push_back({entry.lock, mode, kept, kept ? 0 : history});
  }
  for (const auto& [lock, used] : a.released) {
    const auto theirs = std::ranges::find(b.released, lock, &std::pair<LockId, SetId>::first);
    if (theirs != b.released.end()) both.released.emplace_back(lock, uses_.sets.intersect(used, theirs->second));
  }
  return number_of(std::move(both));
}

}  // namespace heddle::locks
