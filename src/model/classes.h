// What the user says about global variables, for the searches that reduce by locks (Stoller 2002, section 9): one entry
// a line, each with a reason.
//
//   # comment
//   unshared variable "scratch" because only the parser uses it
//   lock-protected variable "table*" because every access is under table_lock
//   communication variable "ready" because it is a flag
//
//   unshared        at most one thread accesses it
//   lock-protected  its accesses keep the locking discipline (detect/access_watch.h)
//   communication   its accesses are scheduling points
//
// A claim is never trusted: unshared and lock-protected are checked in every execution, and a run in which one does not
// hold is inconclusive, naming the entry and both accesses.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

enum class LocationClass : std::uint8_t { Unshared, LockProtected, Communication };

struct ClassEntry {
  LocationClass location_class = LocationClass::Unshared;
  std::string pattern;  // `*` stands for any characters
  unsigned line = 0;    // in its file
};

struct ClassReading {
  std::vector<ClassEntry> entries;
  unsigned line = 0;
  std::string error;  // empty: none
};

ClassReading parse_classes(std::string_view text);
const char* name_of(LocationClass);

}  // namespace heddle
