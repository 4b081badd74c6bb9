// Who takes part at present, as the synchronisation objects tell: for comparing what a detector knows (knowledge.h).
#pragma once
#include <vector>

#include "detect/knowledge.h"
#include "sync/world.h"

namespace heddle {

class WorldPopulation final : public Population {
 public:
  explicit WorldPopulation(const sync::World& world) : world_(world) {}

  // Before each use: who is here?
  void look() {
    acting_.clear();
    for (std::size_t i = 0; i < world_.thread_count(); ++i)
      if (const ThreadId t(static_cast<std::uint16_t>(i)); is_acting(t)) acting_.push_back(t);
  }

  Name name(const detect::Member& m) const override {
    using Kind = detect::Member::Kind;
    if (m.kind == Kind::Object) return is_held(ObjectId(m.index)) ? kLeftOut : m.index;
    const ThreadId t(static_cast<std::uint16_t>(m.index));
    if (m.index >= world_.thread_count() || is_acting(t)) return m.index;
    const sync::Thread& thread = world_.thread(t);
    const bool can_be_joined = thread.status == sync::ThreadStatus::Finished && !thread.joined && !thread.detached;
    return m.kind == Kind::Thread && can_be_joined ? Name{m.index} : kLeftOut;
  }
  std::optional<std::span<const ThreadId>> acting() const override { return acting_; }

 private:
  bool is_acting(ThreadId t) const { return world_.thread(t).status == sync::ThreadStatus::Running; }
  // A mutex, or a read/write lock that somebody writes under: its owner is in each set that it is in, and who gets it
  // next learns what the owner knows.
  bool is_held(ObjectId id) const {
    if (id.index() / sync::World::kParts >= world_.object_count() || id.index() % sync::World::kParts != 0)
      return false;
    const sync::Object& object = world_.object(id);
    return object.owned && is_acting(object.owner) &&
           (object.kind == sync::ObjectKind::Mutex || object.kind == sync::ObjectKind::RwLock);
  }

  const sync::World& world_;
  std::vector<ThreadId> acting_;
};

}  // namespace heddle
