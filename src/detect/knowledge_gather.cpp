// Who can be in a lockset, and what of a lockset counts. See knowledge_gather.h.
#include "detect/knowledge_gather.h"

#include <algorithm>

namespace heddle::detect {

void KnowledgeScratch::add_candidate(const Population& population, const Member& m, const void* knower) {
  const Population::Name name = population.name(m);
  if (name != Population::kLeftOut) candidates_.push_back({member_key(m.kind, name), knower});
}

void KnowledgeScratch::start(const Population& population) {
  const auto by_key = [](const Candidate& a, const Candidate& b) { return a.key < b.key; };
  if (!std::ranges::is_sorted(candidates_, by_key)) std::ranges::sort(candidates_, by_key);
  members_.clear();
  for (const Candidate& c : candidates_) members_.push_back(c.key);
  form_.start(members_);
  bits_.assign(form_.words(), 0);
  set_of_key_.clear(), history_of_one_.clear();
  kept_.clear(), history_of_kept_.clear();

  const std::optional<std::span<const ThreadId>> acting = population.acting();
  acting_.assign(form_.words(), 0);
  some_unknown_ = !acting;
  if (!acting) return;
  for (const ThreadId t : *acting) {
    const MemberKey thread = member_key(Member::Kind::Thread, population.name({Member::Kind::Thread, t.value}));
    const auto at = static_cast<std::size_t>(std::ranges::lower_bound(members_, thread) - members_.begin());
    if (at < members_.size() && members_[at] == thread)
      acting_[at / 64] |= std::uint64_t{1} << at % 64;
    else
      some_unknown_ = true;
  }
}

KnowledgeForm::Set KnowledgeScratch::finish_set() {
  bool all = !some_unknown_;
  for (std::size_t i = 0; i < bits_.size() && all; ++i) all = (acting_[i] & ~bits_[i]) == 0;
  if (all) return kCannotRace;
  return form_.add_set(bits_);
}

}  // namespace heddle::detect
