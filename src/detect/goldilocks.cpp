// What each event does to the locksets. See goldilocks.h.
#include "detect/goldilocks.h"

#include <algorithm>

namespace heddle {

using detect::fence_member;
using detect::Member;
using detect::object_member;
using detect::pending_member;
using detect::SetId;
using detect::thread_member;

SetId GoldilocksDetector::Judge::make_own_set(ThreadId t) {
  const SetId s = table.make(thread_member(t));
  if (t.index() >= own.size()) own.grow_to(t.index() + 1);
  journal.remember(own[t.index()]);
  own[t.index()] = s;
  return s;
}

void GoldilocksDetector::Judge::tell(ThreadId t) {
  if (t.index() >= own.size() || own[t.index()] == 0) return;
  journal.remember(own[t.index()]);
  table.drop_reference(own[t.index()]);
  own[t.index()] = 0;
}

void GoldilocksDetector::fork(ThreadId parent, ThreadId child) {
  judge_.table.learn(thread_member(child), thread_member(parent));
  judge_.tell(parent);
  if (watch_ != nullptr) look(parent, false);
}

void GoldilocksDetector::join(ThreadId joiner, ThreadId finished) {
  judge_.table.learn(thread_member(joiner), thread_member(finished));
  judge_.tell(finished);
  if (watch_ != nullptr) look(joiner, false);
}

void GoldilocksDetector::forget(ObjectId o) {
  judge_.table.clear(object_member(o));
  set_owner(o, 0);
  if (watch_ != nullptr) look(running_, false);
}

void GoldilocksDetector::order(ThreadId t, const Edge& edge) {
  apply(t, edge);
  if (watch_ != nullptr) [[unlikely]]
    look(t, false);
}

void GoldilocksDetector::apply(ThreadId t, const Edge& edge) {
  detect::LocksetTable& table = judge_.table;
  const Member self = thread_member(t), object = object_member(edge.object);
  const Member published = releases(edge.order) ? self : fence_member(t);  // by an atomic write
  switch (edge.kind) {
    case EdgeKind::Lock:
      set_owner(edge.object, t.value + 1U);
      [[fallthrough]];
    case EdgeKind::Acquire:
      table.learn(self, object);
      return;
    case EdgeKind::Unlock:  // the owner has acquired what was there: assigning loses nothing
      set_owner(edge.object, 0);
      [[fallthrough]];
    case EdgeKind::ReleaseReset:
      table.assign(object, self);
      break;
    case EdgeKind::Release:
      table.learn(object, self);
      break;
    case EdgeKind::AtomicLoad:
      return atomic_load(t, edge.object, edge.order);
    case EdgeKind::AtomicStore:
      table.assign(object, published);
      if (published != self) return;
      break;
    case EdgeKind::AtomicRmw:
      atomic_load(t, edge.object, edge.order);
      table.learn(object, published);
      if (published != self) return;
      break;
    case EdgeKind::Fence:
      return fence(t, edge.order);
  }
  judge_.tell(t);
}

void GoldilocksDetector::atomic_load(ThreadId t, ObjectId o, MemoryOrder order) {
  judge_.table.learn(acquires(order) ? thread_member(t) : pending_member(t), object_member(o));
}

void GoldilocksDetector::fence(ThreadId t, MemoryOrder order) {
  if (acquires(order)) judge_.table.learn(thread_member(t), pending_member(t));
  if (!releases(order)) return;
  judge_.table.assign(fence_member(t), thread_member(t));
  judge_.tell(t);
}

void GoldilocksDetector::set_owner(ObjectId o, std::uint32_t owner) {
  if (o.index() >= owners_.size()) owners_.grow_to(o.index() + 1);
  if (owners_[o.index()] == owner) return;
  journal_.remember(owners_[o.index()]);
  owners_[o.index()] = owner;
}

void GoldilocksDetector::look(ThreadId t, bool access) {
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
    Lockset set{ThreadId(e.thread), e.access_kind(), SiteId(e.site), judge_.table.members(e.tag)};
    for (std::size_t o = 0; o < owners_.size(); ++o) {
      if (owners_[o] == 0) continue;
      const ThreadId owner(static_cast<std::uint16_t>(owners_[o] - 1));
      if (judge_.table.contains(e.tag, thread_member(owner)))
        set.members.push_back(object_member(ObjectId(static_cast<std::uint32_t>(o))));
    }
    std::sort(set.members.begin(), set.members.end());
    set.members.erase(std::unique(set.members.begin(), set.members.end()), set.members.end());
    all.push_back(std::move(set));
  });
  return all;
}

}  // namespace heddle
