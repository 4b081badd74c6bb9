// From a failure as the machine sees it (addresses, sites) to a bug as a person reads it (names, lines, reasons). The
// failing schedule has been run once more with a Recorder; describing works on that recording alone, so it can be
// tested without a machine.
//
//   describe           fills a Bug: message, position, accesses or cycle, why, interleaving, id
//   bug_id             the stable id (bug_id.cpp)
//   add_interleaving   the steps, which of them matter, and what orders them (interleaving.cpp, happens_before.cpp)
//   explain            the "why" paragraph (explain.cpp)
//   lockset_history    how the set of a racing location changed, where locksets found the race (locksets.cpp)
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/failure.h"
#include "machine/recorder.h"
#include "model/bug.h"
#include "model/image.h"
#include "report/source_text.h"

namespace heddle {

// Names for addresses in the state at the end of the recorded execution.
class AddressNames {
 public:
  virtual ~AddressNames() = default;
  // An empty variable where nothing is known about the address.
  virtual AddressName name(Address address) const = 0;
};

// A thread as it stands at the end of the recorded execution.
struct FinalThread {
  ThreadId thread;
  Operation operation;  // pending
  bool enabled = false;
  std::vector<Address> holds;  // locks
  std::vector<std::uintptr_t> stack;
};

// One execution, run again with a recorder.
struct Recording {
  Recorder recorder;
  std::vector<bool> had_choice;      // for each step of the schedule: did the operation have several outcomes
  std::vector<FinalThread> threads;  // live ones
  std::string output;
};

struct DescribeInput {
  const Failure& failure;
  const Schedule& schedule;
  const Recording& recording;
  const Image& image;
  const ThreadNames& names;
  const AddressNames& addresses;
  std::function<Address(ObjectId)> address_of;  // of a synchronisation object
};

Bug describe(const DescribeInput& input, SourceText& source);

// ---- the parts, shared between the files that implement them ----

// Frames of a place, cut at the user's line.
struct Place {
  SourcePosition position;
  std::vector<SourcePosition> calls;    // inside, innermost first
  std::vector<SourcePosition> callers;  // outside, innermost first
};

// After the name of a lock that is held for reading only.
inline constexpr std::string_view kForReading = " (for reading)";
inline std::string_view without_mode(std::string_view lock) {
  return lock.ends_with(kForReading) ? lock.substr(0, lock.size() - kForReading.size()) : lock;
}

class Describer {
 public:
  Describer(const DescribeInput& input, SourceText& source) : in(input), source(source) {}

  const Place& place(SiteId site, const std::vector<std::uintptr_t>& stack) const;
  SourcePosition position_of(const RecordedEvent& event) const;
  std::string thread(ThreadId t) const;
  // The source name of a byte; `site` helps where the address tells nothing, `at` if it was a local variable then.
  std::string variable(Address address, SiteId site = SiteId{}, const RecordedEvent* at = nullptr) const;
  // The same for readers: a part of a heap block as the source calls it at that site, "node->next", if that is known.
  std::string shown(Address address, SiteId site = SiteId{}, const RecordedEvent* at = nullptr) const;
  // A part of a heap block by the type of the object: "Account::m"; "Account#2::m" where there are several in the
  // recording. Empty: the type is not known, or it is no part of a block.
  std::string by_type(Address address, bool whole = false) const;  // whole: the object, not the part of it
  // The name of a lock or another object, for a line of its own: "Account::m (allocated at a.cpp:12)".
  std::string described(Address address, SiteId site = SiteId{}) const;
  // An object of the library's own that no name of the user's leads to.
  bool is_reserved(Address address) const;
  std::vector<std::string> lock_names(const std::vector<ObjectId>& held) const;
  std::vector<std::string> locks_at(const RecordedEvent& event) const;  // a read lock with kForReading
  std::vector<std::string> shown_locks_at(const RecordedEvent& event) const;
  std::string created_at(ThreadId t) const;  // "created by main at a.c:12", empty for main
  // The object of an operation: "m", "main/1"; empty: it has none.
  std::string object(const Operation& operation, const RecordedEvent* at = nullptr, bool for_readers = false) const;
  std::string value(const RecordedEvent& event) const;  // of an access: "3"; empty: none
  // "lock m", "create main/1", "write counter = 3"
  std::string phrase(const RecordedEvent& event, bool for_readers = false) const;
  std::string phrase(const Operation& operation, const RecordedEvent* at = nullptr, bool for_readers = false) const;
  // For readers: the user's call where a library function does it, shown names. A bug's steps and reasons are made of
  // it; phrase() stands in replay files.
  std::string words(const RecordedEvent& event) const;
  std::string words(const FinalThread& thread) const;  // "waits for m", "spins"
  std::string awaited(const Operation& operation, const Place& where, const RecordedEvent* at = nullptr) const;
  bool failed_exchange(const RecordedEvent& event) const;
  // The recorded events of the two accesses of a race, as indices, or nothing where the recorder has dropped them.
  std::optional<std::size_t> find_access(const Access& access, std::size_t before) const;

  const DescribeInput& in;
  SourceText& source;

 private:
  // Places of call stacks: a loop makes the same ones again and again, and looking one up is slow.
  mutable std::map<std::pair<std::uint32_t, std::vector<std::uintptr_t>>, Place> places_;
  const AddressName& name(Address address) const;
  std::string named(Address address, SiteId site, const RecordedEvent* at, bool for_readers) const;
  std::vector<std::string> locks_at(const RecordedEvent& event, bool for_readers) const;
  unsigned number_of(const AddressName& which) const;
  mutable std::unordered_map<Address, AddressName> address_names_;
  mutable std::optional<std::map<std::uint32_t, std::vector<Address>>> blocks_;  // by what they are; sorted
  mutable std::optional<std::vector<bool>> failed_;
};

std::string short_position(const SourcePosition& position);  // "a.c:12"
// In a loop that waits for something to change.
inline bool spins(const Operation& operation) {
  return waits_for_change(operation) || operation.kind == OperationKind::LoopCut;
}
// Code of a test framework, which runs the user's.
bool is_framework(const SourcePosition& position);

std::string bug_id(const Bug& bug, SourceText& source);
std::string explain(const Describer& d, const Bug& bug);
std::string explain_waits(const Describer& d, const Bug& bug);  // deadlock, livelock (explain_waits.cpp)
WaitReport wait_report(const Describer& d, const FinalThread& t);
std::string explain_misuse(const Describer& d);  // (likewise)
// The event with which the thread took the lock that it holds before that event; nothing: it is not recorded.
std::optional<std::size_t> acquisition(const Describer& d, ThreadId thread, Address lock, std::size_t before);
std::vector<LocksetReport> lockset_history(const Describer& d);
// Fills interleaving, steps_left_out and edges.
void add_interleaving(const Describer& d, Bug& bug);

// What could have ordered the accesses of a race, as indices of events: the first thing that the thread of the earlier
// one does afterwards that may order it with others, and the last of the thread of the later one before it
// (explain.cpp).
struct RaceNeighbours {
  std::optional<std::size_t> released, acquired;
};
RaceNeighbours race_neighbours(const Describer& d, std::size_t earlier, std::size_t later);

// An event happens before another one, of another thread, and nothing stands between them (happens_before.cpp).
struct EventEdge {
  std::size_t from = 0, to = 0;  // indices into the recorder's events
};
// Compare-exchanges that failed, for each event.
std::vector<bool> failed_exchanges(const std::vector<RecordedEvent>& events);
std::vector<EventEdge> event_edges(const std::vector<RecordedEvent>& events);

}  // namespace heddle
