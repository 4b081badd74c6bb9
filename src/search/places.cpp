#include "search/places.h"

namespace heddle {

void Places::begin() {
  length_ = 0;
  follower_.went_back(0);
  arrived(ScheduleTree::kRoot);
  save();
}

bool Places::go_to(Node target) {
  ahead_.clear();
  Node common = target;
  for (; !is_on_path(common); common = tree_.parent(common)) ahead_.push_back(common);
  std::size_t depth = tree_.depth(common);
  if (walk_.depth() != depth) {
    for (; !path_[depth].is_saved; --depth) ahead_.push_back(path_[depth].node);
    if (!go_back(depth)) return false;
  }
  while (!ahead_.empty()) {
    if (!repeat(ahead_.back())) return false;
    ahead_.pop_back();
    if (!ahead_.empty()) save();  // a fork between here and the target is likely, or this would not be repeated
  }
  return true;
}

bool Places::is_behind(Node target) const {
  Node common = target;
  while (!is_on_path(common)) common = tree_.parent(common);
  return walk_.depth() != tree_.depth(common);
}

Standing Places::step(const ScheduleStep& step) {
  HEDDLE_INVARIANT(walk_.depth() + 1 == length_);
  follower_.before_step();
  const Standing standing = walk_.step(step.thread, step.choice);
  if (standing != Standing::Stopped) follower_.after_step(walk_.last_step());
  return standing;
}

void Places::arrived(Node child) {
  HEDDLE_INVARIANT(walk_.depth() == length_ && tree_.depth(child) == length_);
  if (length_ == path_.size()) path_.emplace_back();
  path_[length_].node = child;
  path_[length_++].is_saved = false;
}

void Places::save() {
  Place& here = path_[length_ - 1];
  if (here.is_saved) return;
  if (here.saved == nullptr) here.saved = walk_.machine.make_saved_state();
  walk_.machine.save(*here.saved);
  here.is_saved = true;
}

bool Places::go_back(std::size_t depth) {
  if (!walk_.go_back(*path_[depth].saved, depth)) return false;
  length_ = depth + 1;
  follower_.went_back(depth);
  return true;
}

bool Places::repeat(Node child) {
  follower_.before_step();
  if (!walk_.repeat(tree_.step(child))) {
    walk_.bounds.add("internal error: a schedule that led to a state does not lead there again");
    return false;
  }
  arrived(child);
  follower_.after_step(walk_.last_step());
  return true;
}

}  // namespace heddle
