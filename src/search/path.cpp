// The current execution as the reductions see it; see path.h. Executions may have a million steps, so that no question
// that is asked at each of them may go through all: signature_index.h passes over what has nothing to do with the
// operation, and races() stops at a step that settles the rest.
//
// Which step that is: let s be a step that comes before what p has done so far (its own, or ordered), such that whatever
// depends on p's operation f depends on the operation of s as well (covers). Then no step e before s has to be looked at.
// If e is independent of f there is nothing to see. Otherwise e is dependent with s, so that e comes before s: when s was
// pushed its clock was that of races(s), which has every earlier dependent step in it (by this very argument, those that
// the scan then left out came before what the thread of s had done). Clocks are only ever joined as a whole, so what is
// before s is before whatever has s in its clock, and that p has. So e is in p's clock already, and no race.
#include "search/path.h"

#include <algorithm>

#include "support/invariant.h"

namespace heddle {

const std::vector<std::uint32_t>& Path::races(ThreadId p, const Footprint& footprint) {
  const Count* before = clocks_.of_thread(p);
  clock_.assign(before, before + clocks_.width());
  clocks_.join(clock_.data(), clocks_.enabling(p));
  races_.clear();
  const Signature signature = signature_of(footprint);
  signatures_.backwards(signature, [&](std::size_t i) {
    const Step& step = steps_[i];
    if (step.thread == p || clocks_.step_is_before(step.thread, step.index, before))
      return !covers(step.footprint, footprint);
    const Relation r = step.ends ? Relation::Racing : relation(step.footprint, footprint);
    if (r == Relation::Independent) return true;
    // After the latest of them most others are in there already.
    if (!clocks_.step_is_before(step.thread, step.index, clock_.data()))
      clocks_.join(clock_.data(), clocks_.of_step(i));
    if (r == Relation::Racing) races_.push_back(static_cast<std::uint32_t>(i));
    return true;
  });
  join_releases(footprint, signature, nullptr, clock_);
  return races_;
}

const std::vector<std::uint32_t>& Path::races_unknown_to(std::span<const ThreadId> threads,
                                                         const Footprint& footprint) {
  clock_.assign(clocks_.width(), 0);
  for (const ThreadId t : threads)
    if (clocks_.knows(t)) clocks_.join(clock_.data(), clocks_.of_thread(t));
  races_.clear();
  signatures_.backwards(signature_of(footprint), [&](std::size_t i) {
    const Step& step = steps_[i];
    if (clocks_.step_is_before(step.thread, step.index, clock_.data())) return !covers(step.footprint, footprint);
    if (step.ends || relation(step.footprint, footprint) == Relation::Racing)
      races_.push_back(static_cast<std::uint32_t>(i));
    return true;
  });
  return races_;
}

// The latest release of a mutex comes after all earlier ones: whoever released it last had locked it before.
void Path::join_releases(const Footprint& footprint, Signature signature, const Step* not_after,
                         std::vector<Count>& clock) const {
  release_signatures_.backwards(signature, [&](std::size_t i) {
    const Release& release = releases_[i];
    if (!dependent(release.footprint, footprint)) return true;
    const std::vector<Count>& other = release.clock;
    if (not_after != nullptr && (not_after->thread.index() >= other.size() ||
                                 clocks_.step_is_before(not_after->thread, not_after->index, other.data())))
      return true;
    for (std::size_t t = 0; t < other.size(); ++t) clock[t] = std::max(clock[t], other[t]);
    return release.footprint.parts[0].role != Role::MutexRelease || !is_about_one_object(footprint);
  });
}

bool Path::comes_first(const Count* clock) const {
  for (ThreadId t : members_)
    if (clock[t.index()] >= first_[t.index()]) return false;
  return true;
}

void Path::enter(ThreadId t, Count index) {
  if (first_[t.index()] != 0) return;
  first_[t.index()] = index;
  members_.push_back(t);
}

const ThreadSet& Path::initials(std::size_t e, ThreadId p) {
  found_.clear();
  members_.clear();
  first_.assign(clocks_.width(), 0);
  const Step& first = steps_[e];
  for (std::size_t i = e + 1; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const Count* clock = clocks_.of_step(i);
    if (clocks_.step_is_before(first.thread, first.index, clock)) continue;
    if (comes_first(clock)) found_.add(step.thread);
    enter(step.thread, step.index);
  }
  if (first_[p.index()] == 0 && comes_first(clock_.data())) found_.add(p);
  return found_;
}

void Path::copy_past(ThreadId p, std::vector<Count>& past, std::vector<Count>& enabling) {
  past.assign(clocks_.of_thread(p), clocks_.of_thread(p) + clocks_.width());
  enabling.assign(clocks_.enabling(p), clocks_.enabling(p) + clocks_.width());
}

void Path::clock_before(std::size_t e, const Footprint& footprint, const std::vector<Count>& past,
                        const std::vector<Count>& enabling, std::vector<Count>& clock) const {
  const auto join = [&](std::span<const Count> other) {
    for (std::size_t t = 0; t < other.size(); ++t) clock[t] = std::max(clock[t], other[t]);
  };
  clock.assign(past.begin(), past.end());
  clock.resize(clocks_.width(), 0);
  if (steps_[e].thread.index() < enabling.size() && !is_before(e, enabling.data())) join(enabling);
  const Signature signature = signature_of(footprint);
  for (std::size_t i = e + 1; i < steps_.size(); ++i)
    if ((signatures_[i] & signature) != 0 && !is_before(e, clocks_.of_step(i)) &&
        dependent(steps_[i].footprint, footprint))
      join({clocks_.of_step(i), clocks_.width()});
  join_releases(footprint, signature, &steps_[e], clock);
}

const ThreadSet& Path::threads_leading_to(std::size_t e, ThreadId p) {
  found_.clear();
  found_.add(p);
  for (std::size_t i = e + 1; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (clocks_.step_is_before(step.thread, step.index, clocks_.of_thread(p))) found_.add(step.thread);
  }
  return found_;
}

void Path::push(ThreadId p, const Footprint& footprint, bool ends) {
  const Count index = clocks_.push_step(p, clock_.data());
  steps_.push_back({p, index, ends, footprint});
  signatures_.push_back(ends ? ~Signature{0} : signature_of(footprint));
}

void Path::add_release(ThreadId t, const Footprint& footprint) {
  const std::size_t number = release_signatures_.size();
  if (releases_.size() == number) releases_.emplace_back();
  Release& release = releases_[number];
  release.footprint = footprint;
  release_signatures_.push_back(signature_of(footprint));
  const Count* clock = clocks_.of_thread(t);
  release.clock.assign(clock, clock + clocks_.width());
}

void Path::go_back(std::size_t size, const Mark& mark) {
  HEDDLE_INVARIANT(size <= steps_.size() && mark.releases <= release_signatures_.size());
  steps_.resize(size);
  signatures_.shrink_to(size);
  clocks_.go_back(size, mark.clocks);
  release_signatures_.shrink_to(mark.releases);
}

}  // namespace heddle
