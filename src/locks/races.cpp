// Pairs of accesses that can happen at the same time.
//
// Per object: accesses are grouped by thread and by the points at which the thread stands before them, since most of a
// thread's accesses to an object happen with the same locks. Groups are compared, not accesses; what is left are the
// candidates, and for each pair of accesses a schedule is sought.
//
// Main functions: groups_of_objects, compare, find_races.
#include <algorithm>
#include <map>
#include <tuple>

#include "locks/candidates.h"

namespace heddle::locks {

namespace {

struct Group {
  ThreadId thread;
  bool write, atomic;
  std::vector<Behaviour::Point> points;  // of its first access; those of the others have the same controls and effects
  std::vector<std::pair<AccessId, Place>> accesses;
};

using Groups = std::map<ObjectId, std::vector<Group>>;

Groups groups_of_objects(const Analysis::State& state) {
  std::map<ObjectId, std::map<std::tuple<ThreadId, bool, bool, std::vector<std::uint64_t>>, Group>> groups;
  for (std::uint32_t p = 0; p < state.program.procedures.size(); ++p) {
    const Procedure& procedure = state.program.procedures[p];
    for (std::uint32_t e = 0; e < procedure.edges.size(); ++e) {
      const auto* access = std::get_if<Access>(&procedure.edges[e].action);
      if (access == nullptr || procedure.edges[e].from == procedure.exit) continue;
      const AccessInfo& info = state.program[access->access];
      for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
        const Behaviour* behaviour = state.threads.behaviour(ThreadId(t));
        if (behaviour == nullptr) continue;
        const auto& points = behaviour->freest(behaviour->symbol_of(ProcedureId(p), procedure.edges[e].from));
        if (points.empty()) continue;
        std::vector<std::uint64_t> key;
        key.reserve(points.size());
        for (const Behaviour::Point& point : points) key.push_back(std::uint64_t{point.control} << 32 | point.effect);
        std::ranges::sort(key);
        for (const ObjectId object : info.objects) {
          Group& group = groups[object][{ThreadId(t), info.write, info.atomic, key}];
          if (group.accesses.empty()) group = {ThreadId(t), info.write, info.atomic, points, {}};
          group.accesses.emplace_back(access->access, Place{ProcedureId(p), e});
        }
      }
    }
  }
  Groups result;
  for (auto& [object, map] : groups)
    for (auto& [key, group] : map) result[object].push_back(std::move(group));
  return result;
}

class RaceFinder {
 public:
  RaceFinder(Analysis::State& state, Findings& findings) : state_(state), findings_(findings) {}

  void run() {
    for (const auto& [object, groups] : groups_of_objects(state_)) {
      listed_ = 0;
      for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t j = i; j < groups.size(); ++j) compare(groups[i], groups[j]);
    }
    for (auto& [accesses, race] : races_) findings_.races.push_back(std::move(race));
  }

 private:
  struct Side {
    AccessId access;
    Place place;
    ThreadId thread;
  };
  using Together = std::vector<std::pair<const Behaviour::Point*, const Behaviour::Point*>>;

  void compare(const Group& a, const Group& b) {
    if ((!a.write && !b.write) || (a.atomic && b.atomic)) return;
    if (a.thread == b.thread && !state_.threads.several(a.thread)) return;
    Together together;
    for (const Behaviour::Point& x : a.points)
      for (const Behaviour::Point& y : b.points)
        if (state_.consistent({a.thread, x}, {b.thread, y})) together.emplace_back(&x, &y);
    if (together.empty()) return;
    for (std::size_t i = 0; i < a.accesses.size(); ++i)
      for (std::size_t j = &a == &b ? i : 0; j < b.accesses.size(); ++j) {
        if (listed_ >= state_.limits.races_per_object) return say_limited();
        candidate({a.accesses[i].first, a.accesses[i].second, a.thread},
                  {b.accesses[j].first, b.accesses[j].second, b.thread}, together);
      }
  }

  // Copies of one text of the source (of a function that was inlined) are one.
  using Text = std::pair<bool, std::uint32_t>;
  using Texts = std::pair<Text, Text>;
  Text text_of(AccessId access) const {
    const std::uint32_t source = state_.program[access].source;
    return source == 0 ? Text{false, access.value} : Text{true, source};
  }

  Member member(const Side& side, const Behaviour::Point& like) const {
    const Behaviour& behaviour = *state_.threads.behaviour(side.thread);
    const Symbol symbol = behaviour.symbol_of(side.place.procedure, state_.program[side.place].from);
    for (const Behaviour::Point& point : behaviour.freest(symbol))
      if (point.control == like.control && point.effect == like.effect) return {side.thread, point};
    HEDDLE_INVARIANT(false);
    return {side.thread, like};
  }

  void candidate(const Side& a, const Side& b, const Together& together) {
    const bool swapped = b.access < a.access;
    const auto [first, second] = std::minmax(a.access, b.access);
    const Texts texts = std::minmax({text_of(first), text_of(second)});
    const auto known = races_.find(texts);
    if (known != races_.end() && (known->second.status == Status::kCertified || ++tried_[texts] > 3)) return;
    if (known == races_.end()) ++listed_;
    std::vector<Pair> pairs;
    for (const auto& [x, y] : together) {
      Pair pair{{member(a, *x), member(b, *y)}, {a.place, b.place}};
      if (swapped) std::swap(pair.members[0], pair.members[1]);
      if (swapped) std::swap(pair.places[0], pair.places[1]);
      pairs.push_back(pair);
    }
    Certified certified = certify(state_, pairs);
    const Pair& pair = pairs[certified.pair];
    Race race{first, second, {}, Status::kUnknown, std::move(certified.witness.schedule), certified.witness.why};
    for (std::uint32_t i = 0; i < 2; ++i) {
      race.accesses[i] = state_.standing(pair.members[i], pair.places[i]);
      race.accesses[i].participant = i;
    }
    if (!race.schedule.empty()) race.status = Status::kCertified;
    races_[texts] = std::move(race);
  }

  void say_limited() {
    const std::string what = "more pairs of accesses to an object than are listed";
    if (std::ranges::find(findings_.limits, what) == findings_.limits.end()) findings_.limits.push_back(what);
  }

  Analysis::State& state_;
  Findings& findings_;
  std::map<Texts, Race> races_;
  std::map<Texts, int> tried_;
  std::uint32_t listed_ = 0;
};

}  // namespace

void find_races(Analysis::State& state, Findings& findings) { RaceFinder(state, findings).run(); }

}  // namespace heddle::locks
