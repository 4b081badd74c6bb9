// A schedule: which thread makes each transition, and with which outcome. Together with the program and its
// arguments it determines an execution completely.
#pragma once
#include <string>
#include <vector>

#include "model/ids.h"
#include "model/processes.h"

namespace heddle {

struct ScheduleStep {
  ThreadId thread;
  Choice choice = 0;
  friend bool operator==(const ScheduleStep&, const ScheduleStep&) = default;
};

using Schedule = std::vector<ScheduleStep>;

// Thread names in ThreadId order ("main", "main/1", ...). Filled in the order in which threads are first met and never
// shrunk, so a replay that starts from the same table gives the same ids.
struct ThreadTree;

inline constexpr const char* kKernelName = "kernel";  // of several processes: who starts them, and lets them crash

class ThreadNames {
 public:
  ThreadNames() : ThreadNames(std::vector<std::string>{}) {}
  // Of several processes: the first thread is the kernel's, its children are their main threads, "server:main".
  explicit ThreadNames(std::vector<std::string> processes);
  // The id of the child-th child (from 1) of parent; makes it up on first meeting. Fails (kMainThread) when full.
  ThreadId child(ThreadId parent, unsigned child);
  const std::string& name(ThreadId t) const { return names_[t.index()]; }
  // The place of the thread's stack and heap, and what the program sees of its identity. Follows from the name alone,
  // so that processes which explore different parts of a program agree on every address (thread_slot.h).
  std::uint16_t slot(ThreadId t) const { return slots_[t.index()]; }
  // There is a thread whose name has no slot of its own: it has the next free one.
  bool has_nameless_slots() const { return nameless_; }
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& all() const { return names_; }
  // Appends a name read from a replay file; false if its parent is not there yet or the text is no thread name.
  bool add(const std::string& name);
  // Copies the table, now and whenever it grows, to where another process can read it.
  void mirror(ThreadTree* shared);

 private:
  std::uint16_t free_slot(ThreadId parent, unsigned child);
  struct Child {
    ThreadId parent;
    unsigned number;
  };
  std::vector<std::string> processes_;
  std::vector<std::string> names_;
  std::vector<Child> children_;  // same index as names_
  std::vector<std::uint16_t> slots_{0};
  std::vector<bool> taken_;  // by slot
  bool nameless_ = false;
  ThreadTree* shared_ = nullptr;
};

// The same table as plain numbers in shared memory: what is left of it when the exploring process was killed.
struct ThreadTree {
  volatile std::uint32_t size = 0;
  volatile std::uint16_t parent[kMaxThreads] = {};
  volatile std::uint32_t number[kMaxThreads] = {};
  static constexpr std::size_t kLongestProcess = 32;
  char processes[kMaxProcesses][kLongestProcess] = {};  // empty: there is only one
};

// "main/2" or "server:main/2", and "main/2:1" where the operation had more than one outcome.
std::string to_text(const ScheduleStep& step, const ThreadNames& names, bool with_choice);

}  // namespace heddle
