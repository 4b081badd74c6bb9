// From a failure as the machine sees it (addresses, sites) to a bug as a person reads it (names, lines, reasons). The
// failing schedule has been run once more with a Recorder; describing works on that recording alone, so it can be
// tested without a machine.
//
//   describe           fills a Bug: message, position, accesses or cycle, why, interleaving, id
//   bug_id             the stable id (bug_id.cpp)
//   interleaving_of    the rows of the table (interleaving.cpp)
//   explain            the "why" paragraph (explain.cpp)
//   lockset_history    how the set of a racing location changed, where locksets found the race (locksets.cpp)
#pragma once
#include <functional>
#include <string>
#include <string_view>
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

  Place place(SiteId site, const std::vector<std::uintptr_t>& stack) const;
  SourcePosition position_of(const RecordedEvent& event) const;
  std::string thread(ThreadId t) const;
  // The source name of a byte; `site` helps where the address tells nothing, `at` if it was a local variable then.
  std::string variable(Address address, SiteId site = SiteId{}, const RecordedEvent* at = nullptr) const;
  std::vector<std::string> lock_names(const std::vector<ObjectId>& held) const;
  std::vector<std::string> locks_at(const RecordedEvent& event) const;  // a read lock with kForReading
  std::string created_at(ThreadId t) const;  // "created by main at a.c:12", empty for main
  // "lock m", "create main/1", "write counter = 3"
  std::string phrase(const RecordedEvent& event) const;
  std::string phrase(const Operation& operation, const RecordedEvent* at = nullptr) const;
  // The recorded events of the two accesses of a race, as indices, or nothing where the recorder has dropped them.
  std::optional<std::size_t> find_access(const Access& access, std::size_t before) const;

  const DescribeInput& in;
  SourceText& source;
};

std::string short_position(const SourcePosition& position);  // "a.c:12"

std::string bug_id(const Bug& bug, SourceText& source);
std::string explain(const Describer& d, const Bug& bug);
std::vector<LocksetReport> lockset_history(const Describer& d);
std::vector<InterleavingRow> interleaving_of(const Describer& d, const Bug& bug);

}  // namespace heddle
