// What the user says about global variables, for the searches that reduce by locks (Stoller 2002, section 9) and for
// the locking-discipline detector (section 7): one entry a line, each with a reason.
//
//   # comment
//   unshared variable "scratch" because only the parser uses it
//   lock-protected variable "table*" because every access is under table_lock
//   communication variable "ready" because it is a flag
//   initialised variable "config" by "main" because main reads the file
//
//   unshared        at most one thread accesses it
//   lock-protected  its accesses keep the locking discipline (detect/access_watch.h)
//   communication   its accesses are scheduling points
//   initialised     that thread, named as in reports, accesses it first; "nobody": no access is initialisation
//
// A claim is never trusted: unshared and lock-protected are checked in every execution, and a run in which one does not
// hold is inconclusive, naming the entry and both accesses. A thread that comes before the declared initialiser breaks
// the discipline.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

enum class LocationClass : std::uint8_t { Unshared, LockProtected, Communication, Initialised };

struct ClassEntry {
  LocationClass location_class = LocationClass::Unshared;
  std::string pattern;   // `*` stands for any characters
  unsigned line = 0;     // in its file
  std::string thread{};  // of Initialised; empty: nobody
  friend bool operator==(const ClassEntry&, const ClassEntry&) = default;
};

struct ClassReading {
  std::vector<ClassEntry> entries;
  unsigned line = 0;
  std::string error;  // empty: none
};

ClassReading parse_classes(std::string_view text);
std::string to_text(const ClassEntry& entry);  // one line without its end, as parse_classes reads it
const char* name_of(LocationClass);

}  // namespace heddle
