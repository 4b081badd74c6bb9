// Which steps of an execution a reader needs to understand a bug. For each kind of bug some threads are involved; what
// they do matters if it touches the data, creates them, takes a lock that they hold when it matters, orders them with
// each other, or is about what they wait for. What the library does for itself (reference counts, its own variables)
// does not matter, and neither does what happens outside of the user's code: the start of a test framework.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "report/user_calls.h"

namespace heddle {

// The process that this event kills (--crash-process); empty: none, or one that has ended before.
std::string killed_by(const Describer&, std::size_t event);

class Relevance {
 public:
  Relevance(const Describer& d, const SourcePosition& of_bug);

  bool matters(const UserCall& call) const;
  // The conflicting accesses, the waits of a deadlock.
  bool is_in_bug(std::size_t event) const;
  bool is_involved(ThreadId) const;
  bool is_about_waiting() const { return about_waiting_; }
  // The thread never goes on after this event.
  bool is_last_of_thread(std::size_t event) const;
  std::optional<std::size_t> earlier() const { return earlier_; }
  std::optional<std::size_t> later() const { return later_; }
  std::size_t end() const { return end_; }  // of the events that belong to the interleaving

 private:
  bool matters(std::size_t event) const;
  bool is_of_bug(const RecordedEvent& e) const;
  bool is_at_failure(const RecordedEvent& e, const Place& place) const;
  void find_family();
  void keep_locks(ThreadId thread, const std::vector<Address>& locks, std::size_t before);
  void find_ordering_objects();
  void find_awaited();
  void keep_last_look(ThreadId thread);
  void keep_last_operations(ThreadId thread);
  void keep_synchronisation_of_race();
  const RecordedEvent& event(std::size_t i) const { return d_.in.recording.recorder.events[i]; }

  const Describer& d_;
  const SourcePosition& of_bug_;
  bool about_waiting_ = false;
  std::optional<std::size_t> earlier_, later_;
  std::size_t end_ = 0;
  std::vector<ThreadId> involved_;        // empty: all
  std::set<ThreadId> family_;             // the involved ones and who created them
  std::map<ThreadId, std::size_t> last_;  // event of each that is no noise
  std::set<std::size_t> kept_;            // events that matter by themselves
  std::set<Address> ordering_;            // objects that several involved threads use
  std::set<Address> awaited_;             // what is waited for, other than locks
};

// Nothing that a reader would call a step.
bool is_noise(const Operation& operation);

}  // namespace heddle
