// A bug as the machine sees it, before anyone has put names and source lines to it: cheap to make, because a search
// with --keep-going meets the same one thousands of times.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "detect/race_detector.h"
#include "model/bug.h"

namespace heddle {

// A detector found it between two accesses; the execution can go on.
constexpr bool concerns_accesses(BugKind kind) { return kind == BugKind::Race || kind == BugKind::Discipline; }

struct Failure {
  BugKind kind = BugKind::Race;
  ThreadId thread;
  SiteId site;
  Address address = 0;              // race, memory, misuse: the object
  std::optional<Race> race;
  std::string detail;               // "unlock of a mutex that this thread does not hold"; the text of an assertion
  std::string object;               // memory: the variable, if one is known: "'table' (40 bytes, declared at a.c:3)"
  std::string signal;               // crash
  SourcePosition position;          // of a failed expectation, as its test framework tells; line 0: that of the site
  std::vector<ThreadId> cycle;      // deadlock: each waits for the next; empty: all live threads are blocked.
                                    // livelock: each is in the others' way; empty: there is no way out
  std::size_t round = 0;            // livelock: after so many last steps all is as it was before them; 0: not known

  Failure() = default;
  Failure(BugKind kind, ThreadId thread, SiteId site, Address address, std::string detail)
      : kind(kind), thread(thread), site(site), address(address), detail(std::move(detail)) {}

  // Equal for two failures that a person would call the same as far as sites tell. Not the bug's public id.
  std::uint64_t key() const;
};

// One line without names or places: "race", "assertion: x == 1".
std::string summary(const Failure& failure);

}  // namespace heddle
