// What each event does to the locksets. See goldilocks.h.
#include "detect/goldilocks.h"

#include <algorithm>

namespace heddle {

namespace detect {

SetId LocksetRules::make_own_set(ThreadId t) {
  const SetId s = table_.make(thread_member(t));
  if (t.index() >= own_.size()) own_.grow_to(t.index() + 1);
  journal_.remember(own_[t.index()]);
  own_[t.index()] = s;
  return s;
}

void LocksetRules::tell(ThreadId t) {
  if (t.index() >= own_.size() || own_[t.index()] == 0) return;
  journal_.remember(own_[t.index()]);
  table_.drop_reference(own_[t.index()]);
  own_[t.index()] = 0;
}

void LocksetRules::fork(ThreadId parent, ThreadId child) {
  table_.learn(thread_member(child), thread_member(parent));
  tell(parent);
}

void LocksetRules::join(ThreadId joiner, ThreadId finished) {
  table_.learn(thread_member(joiner), thread_member(finished));
  tell(finished);
}

void LocksetRules::forget(ObjectId o) {
  table_.clear(object_member(o));
  set_owner(o, 0);
}

void LocksetRules::order(ThreadId t, const Edge& edge) {
  const Member self = thread_member(t), object = object_member(edge.object);
  const Member published = releases(edge.order) ? self : fence_member(t);  // by an atomic write
  switch (edge.kind) {
    case EdgeKind::Lock:
      set_owner(edge.object, t.value + 1U);
      [[fallthrough]];
    case EdgeKind::Acquire:
      table_.learn(self, object);
      return;
    case EdgeKind::Unlock:  // the owner has acquired what was there: assigning loses nothing
      set_owner(edge.object, 0);
      [[fallthrough]];
    case EdgeKind::ReleaseReset:
      table_.assign(object, self);
      break;
    case EdgeKind::Release:
      table_.learn(object, self);
      break;
    case EdgeKind::AtomicLoad:
      return atomic_load(t, edge.object, edge.order);
    case EdgeKind::AtomicStore:
      table_.assign(object, published);
      if (published != self) return;
      break;
    case EdgeKind::AtomicRmw:
      atomic_load(t, edge.object, edge.order);
      table_.learn(object, published);
      if (published != self) return;
      break;
    case EdgeKind::Fence:
      return fence(t, edge.order);
  }
  tell(t);
}

void LocksetRules::atomic_load(ThreadId t, ObjectId o, MemoryOrder order) {
  table_.learn(acquires(order) ? thread_member(t) : pending_member(t), object_member(o));
}

void LocksetRules::fence(ThreadId t, MemoryOrder order) {
  if (acquires(order)) table_.learn(thread_member(t), pending_member(t));
  if (!releases(order)) return;
  table_.assign(fence_member(t), thread_member(t));
  tell(t);
}

void LocksetRules::set_owner(ObjectId o, std::uint32_t owner) {
  if (o.index() >= owners_.size()) owners_.grow_to(o.index() + 1);
  if (owners_[o.index()] == owner) return;
  journal_.remember(owners_[o.index()]);
  owners_[o.index()] = owner;
}

std::vector<Member> LocksetRules::members(SetId s) {
  std::vector<Member> members = table_.members(s);
  for (std::size_t o = 0; o < owners_.size(); ++o) {
    if (owners_[o] == 0) continue;
    const ThreadId owner(static_cast<std::uint16_t>(owners_[o] - 1));
    if (table_.contains(s, thread_member(owner)))
      members.push_back(object_member(ObjectId(static_cast<std::uint32_t>(o))));
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

}  // namespace detect

// ---- the watch ----

void GoldilocksDetector::fork(ThreadId parent, ThreadId child) {
  judge_.fork(parent, child);
  look(parent, false);
}

void GoldilocksDetector::join(ThreadId joiner, ThreadId finished) {
  judge_.join(joiner, finished);
  look(joiner, false);
}

void GoldilocksDetector::order(ThreadId t, const Edge& edge) {
  judge_.order(t, edge);
  look(t, false);
}

void GoldilocksDetector::forget(ObjectId o) {
  judge_.forget(o);
  look(running_, false);
}

std::optional<Race> GoldilocksDetector::access(const Access& a) {
  std::optional<Race> race = HistoryDetector::access(a);
  look(a.thread, true);
  return race;
}

void GoldilocksDetector::fresh(Address begin, std::uint64_t size) {
  HistoryDetector::fresh(begin, size);
  look(running_, false);
}

void GoldilocksDetector::tell_watch(ThreadId t, bool access) {
  LocksetStep step{watch_->moment(), access, t, {}};
  SiteId site;
  for (Lockset& set : locksets(watch_->byte)) {
    const bool plain_write = is_write(set.kind) && !is_atomic(set.kind);
    if (watch_->of_plain_write ? !plain_write
                               : set.thread != watch_->thread || static_cast<std::uint8_t>(set.kind) != watch_->kind)
      continue;
    step.members = std::move(set.members);
    site = set.site;
  }
  const bool first = watch_->steps.empty();
  if (first ? step.members.empty() : step.members == watch_->steps.back().members && site == watched_site_) return;
  watched_site_ = site;
  watch_->steps.push_back(std::move(step));
}

std::vector<GoldilocksDetector::Lockset> GoldilocksDetector::locksets(Address byte) {
  std::vector<Lockset> all;
  histories_.for_each(byte, [&](const detect::Entry& e) {
    all.push_back({ThreadId(e.thread), e.access_kind(), SiteId(e.site), judge_.members(e.tag)});
  });
  return all;
}

}  // namespace heddle
