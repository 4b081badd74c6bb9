// What the oracle knows: of each byte every access since its last plain write, and for each thread and object the
// events that happened before its next action, or before that of who acquires it next. Taken from the definitions, like
// all of it (naive.h).
#include <algorithm>
#include <map>
#include <set>

#include "detect/knowledge_gather.h"
#include "detect/naive.h"

namespace heddle {

// The Judge: a key is the number of an event, a Knower the set of events that it knows of.
class NaiveDetector::Knowers {
 public:
  using Knower = Set;

  explicit Knowers(const NaiveDetector& d) : d_(d) {
    for (std::size_t i = 0; i < d.length_; ++i) note(i);
    for (auto& [member, events] : known_)
      if (member.kind == detect::Member::Kind::Object) note_object(ObjectId(member.index), events);
  }
  template <class F>
  void each_knower(F f) const {
    for (const auto& [member, events] : known_) f(member, events);
  }
  static bool covers(const Set& events, std::uint64_t key) { return (events[key / 64] >> key % 64 & 1) != 0; }

 private:
  Set& known(detect::Member::Kind kind, std::uint32_t index) {
    return known_.try_emplace({kind, index}, d_.length_ / 64 + 1).first->second;
  }
  void note(std::size_t i) {
    const Event& e = d_.events_[i];
    if (e.what == What::Order || e.what == What::Copy) known(detect::Member::Kind::Object, e.edge.object.value);
    if (e.what == What::Forget || e.what == What::Fresh || e.what == What::Copy) return;
    const std::uint32_t t = e.thread.value;
    d_.add_before(known(detect::Member::Kind::Thread, t), i);
    if (e.what == What::Fork) d_.add_before(known(detect::Member::Kind::Thread, e.other.value), i);
    if (e.what != What::Order) return;
    if (e.edge.kind == EdgeKind::Fence && releases(e.edge.order))
      d_.add_before(known(detect::Member::Kind::Fence, t), i);
    if (d_.is_atomic_read(e))
      for (const std::size_t head : d_.heads(e.edge.object, i))
        d_.add_before(known(detect::Member::Kind::Pending, t), head);
  }
  // As if somebody acquired it now, in each of the two ways.
  void note_object(ObjectId o, Set& events) {
    for (const std::size_t head : d_.heads(o, d_.length_)) d_.add_before(events, head);
    for (std::size_t i = d_.length_; i-- > 0;) {
      const Event& e = d_.events_[i];
      if (e.what == What::Forget && e.edge.object == o) return;
      if (e.what != What::Order || e.edge.object != o) continue;
      const EdgeKind kind = e.edge.kind;
      if (kind == EdgeKind::Unlock || kind == EdgeKind::Release || kind == EdgeKind::ReleaseReset)
        d_.add_before(events, i);
      if (kind == EdgeKind::ReleaseReset) return;
    }
  }

  const NaiveDetector& d_;
  std::map<detect::Member, Set> known_;
};

std::vector<std::uint64_t> NaiveDetector::kept_of(Address byte) const {
  std::vector<std::uint64_t> kept;
  for (std::size_t i = length_; i-- > 0;) {
    const Event& e = events_[i];
    if ((e.what != What::Access && e.what != What::Fresh) || byte - e.access.address >= e.access.size) continue;
    if (e.what == What::Fresh) break;
    kept.push_back(detect::kept_access(i, detect::class_of(e.access.kind)));
    if (is_write(e.access.kind) && !is_atomic(e.access.kind)) break;
  }
  return kept;
}

bool NaiveDetector::knowledge(const Population& population, detect::KnowledgeScratch& scratch, Knowledge& into) const {
  const Knowers knowers(*this);
  detect::KnowledgeGatherer<Knowers> gatherer(knowers, population, scratch);
  // Between two places where some access or fresh storage begins or ends all bytes have one history.
  std::set<Address> cuts;
  for (std::size_t i = 0; i < length_; ++i) {
    const Event& e = events_[i];
    if (e.what == What::Access || e.what == What::Fresh)
      cuts.insert({e.access.address, e.access.address + e.access.size});
  }
  for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut)
    gatherer.add(*cut, *std::next(cut), kept_of(*cut));
  gatherer.finish(into);
  return true;
}

}  // namespace heddle
