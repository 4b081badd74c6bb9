// Detectors by the name that --detector takes.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detect/locking_discipline.h"
#include "support/journal.h"

namespace heddle {

// A detector as users know it, and what it can do. (Whether it is exact it says itself: that may depend on options.)
struct DetectorKind {
  std::string_view name;
  std::string_view about = {};      // for the help, one line
  bool exists = true;               // false for "none"
  bool finds_races = true;
  bool checks_discipline = false;   // of locks: its alarms are breaches, not races
  bool depends_on_order = false;    // of threads: another order of the same accesses may give another answer
  bool takes_initialisers = false;  // which thread initialises what (--classes)
  bool takes_read_rows = false;     // can do without memory of reads (--no-read-rows)
  bool shows_knowledge = false;     // RaceDetector::knowledge() answers: a search can match states by it
  std::string_view misses = {};  // which races it does not find, as a sentence of the verdict; empty: it says so itself
};
// What a user may ask for, the default first.
std::span<const DetectorKind> detector_kinds();
// Of a name that may be unknown: then it is taken for one that finds races.
const DetectorKind& detector_kind(std::string_view name);
std::vector<std::string> detector_names();
// Those that can do something, as they stand in a message: "'--detector a' and '--detector b'".
std::string detectors_that(bool DetectorKind::* can);

// The summary detector as published, without memory of reads. Not among the names above: --no-read-rows asks for it.
inline constexpr const char* kSummaryWithoutReads = "summary-without-reads";

struct DetectorOptions {
  bool list_all = false;  // races() tells every race of an access, not only the first on each byte
  bool read_rows = true;  // summary: false is the same as kSummaryWithoutReads
  // locking-discipline: who initialises what; the names are those of its threads and outlive the detector.
  std::vector<DeclaredInitialiser> initialisers = {};
  const ThreadNames* names = nullptr;
};

// "none" gives nullptr and no error. Otherwise nullptr means that it could not be made, and `error` says why in one
// sentence: the name is unknown, or the system does not give the memory. Also knows "naive", the oracle of the tests.
std::unique_ptr<RaceDetector> make_detector(std::string_view name, Journal& journal, std::string& error,
                                            const DetectorOptions& options = {});
// The same for a name that is known to be right: throws std::runtime_error with that sentence.
std::unique_ptr<RaceDetector> make_detector(std::string_view name, Journal& journal,
                                            const DetectorOptions& options = {});

}  // namespace heddle
