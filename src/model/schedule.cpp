// Thread names: a thread is called after its parent and its place among the parent's children, "main/2/1", which is
// the same in every interleaving.
#include "model/schedule.h"

#include <algorithm>
#include <charconv>

#include "model/thread_slot.h"

namespace heddle {

ThreadNames::ThreadNames(std::vector<std::string> processes)
    : processes_(std::move(processes)),
      names_{processes_.empty() ? "main" : kKernelName},
      children_{{kMainThread, 0}},
      taken_(kThreadSlots) {
  taken_[0] = true;
}

ThreadId ThreadNames::child(ThreadId parent, unsigned child) {
  for (std::size_t i = 1; i < children_.size(); ++i)
    if (children_[i].parent == parent && children_[i].number == child) return ThreadId(static_cast<std::uint16_t>(i));
  if (names_.size() >= kMaxThreads) return kMainThread;
  const bool is_process = parent == kMainThread && child <= processes_.size();
  names_.push_back(is_process ? processes_[child - 1] + ":main" : names_[parent.index()] + "/" + std::to_string(child));
  children_.push_back({parent, child});
  slots_.push_back(free_slot(parent, child));
  if (shared_ != nullptr) mirror(shared_);
  return ThreadId(static_cast<std::uint16_t>(names_.size() - 1));
}

// Its own, if it has one and nobody without one sits there.
std::uint16_t ThreadNames::free_slot(ThreadId parent, unsigned child) {
  std::vector<unsigned> path{child};
  for (Child c = children_[parent.index()]; c.number != 0; c = children_[c.parent.index()])
    path.insert(path.begin(), c.number);
  std::optional<std::uint16_t> slot = slot_of_path(path);
  if (slot && taken_[*slot]) slot.reset();
  if (!slot) {
    nameless_ = true;
    slot = static_cast<std::uint16_t>(kThreadSlots - 1);
    while (taken_[*slot]) --*slot;
  }
  taken_[*slot] = true;
  return *slot;
}

bool ThreadNames::add(const std::string& name) {
  if (name == names_[0]) return names_.size() == 1;  // the first row of every table, which is always there
  for (std::size_t i = 0; i < processes_.size(); ++i)
    if (name == processes_[i] + ":main") {
      const std::size_t before = names_.size();
      child(kMainThread, static_cast<unsigned>(i + 1));
      return names_.size() > before;
    }
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) return false;
  const auto parent = std::find(names_.begin(), names_.end(), name.substr(0, slash));
  if (parent == names_.end()) return false;

  unsigned number = 0;
  const char* const begin = name.data() + slash + 1;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc{} || stop != end || number == 0 || *begin == '0') return false;

  const std::size_t before = names_.size();
  child(ThreadId(static_cast<std::uint16_t>(parent - names_.begin())), number);
  return names_.size() > before;  // a name that was there already, or one too many, adds nothing
}

void ThreadNames::mirror(ThreadTree* shared) {
  shared_ = shared;
  if (shared == nullptr) return;
  for (std::size_t i = 0; i < std::min(processes_.size(), kMaxProcesses); ++i)
    processes_[i].copy(shared->processes[i], ThreadTree::kLongestProcess - 1);
  for (std::size_t i = shared->size; i < children_.size(); ++i) {
    shared->parent[i] = children_[i].parent.value;
    shared->number[i] = children_[i].number;
    shared->size = static_cast<std::uint32_t>(i + 1);  // last: a reader sees whole rows
  }
}

std::string to_text(const ScheduleStep& step, const ThreadNames& names, bool with_choice) {
  std::string text = names.name(step.thread);
  if (with_choice) text += ":" + std::to_string(step.choice);
  return text;
}

}  // namespace heddle
