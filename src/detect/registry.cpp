// The one place that knows all detectors.
#include "detect/registry.h"

#include <stdexcept>

#include "detect/eraser.h"
#include "detect/goldilocks.h"
#include "detect/naive.h"
#include "detect/summary.h"
#include "detect/vector_clock.h"
#include "detect/vector_clock_listing.h"
#include "support/enumerated.h"

namespace heddle {

namespace {

constexpr DetectorKind kDetectors[] = {
    {.name = "vector-clock",
     .about = "happens-before by epochs and vector clocks; exact, the fastest",
     .shows_knowledge = true},
    {.name = "goldilocks", .about = "happens-before by locksets; exact", .shows_knowledge = true},
    {.name = "summary",
     .about = "the inverse of goldilocks, a bit matrix; exact unless --no-read-rows is given",
     .takes_read_rows = true,
     .shows_knowledge = true},
    {.name = "eraser",
     .about = "the lockset discipline; its alarms are of kind 'discipline'",
     .finds_races = false,
     .checks_discipline = true,
     .depends_on_order = true},
    {.name = "locking-discipline",
     .about = "one lock for each location after its initialisation; likewise",
     .finds_races = false,
     .checks_discipline = true,
     .takes_initialisers = true},
    {.name = "none",
     .about = "no race detection; needs --visible all to verify anything",
     .exists = false,
     .finds_races = false},
};

constexpr DetectorKind kWithoutReads{
    .name = kSummaryWithoutReads,
    .misses =
        "without read rows a read followed by a write that races with it is not found: read-then-write not checked"};

}  // namespace

std::span<const DetectorKind> detector_kinds() { return kDetectors; }

const DetectorKind& detector_kind(std::string_view name) {
  static constexpr DetectorKind kOther{};
  if (name == kSummaryWithoutReads) return kWithoutReads;
  for (const DetectorKind& kind : kDetectors)
    if (kind.name == name) return kind;
  return kOther;
}

std::vector<std::string> detector_names() {
  std::vector<std::string> names;
  for (const DetectorKind& kind : kDetectors) names.emplace_back(kind.name);
  return names;
}

std::string detectors_that(bool DetectorKind::* can) {
  std::vector<std::string> options;
  for (const DetectorKind& kind : kDetectors)
    if (kind.*can) options.push_back("'--detector " + std::string(kind.name) + "'");
  return enumerated(options);
}

std::unique_ptr<RaceDetector> make_detector(std::string_view name, Journal& journal, std::string& error,
                                            const DetectorOptions& options) {
  error.clear();
  try {
    return make_detector(name, journal, options);
  } catch (const std::runtime_error& e) {
    error = e.what();
    return nullptr;
  }
}

std::unique_ptr<RaceDetector> make_detector(std::string_view name, Journal& journal, const DetectorOptions& options) {
  if (name == "none") return nullptr;
  if (name == "vector-clock" && options.list_all) return std::make_unique<VectorClockListing>(journal);
  if (name == "vector-clock") return std::make_unique<VectorClockDetector>(journal);
  if (name == "goldilocks")
    return std::make_unique<GoldilocksDetector>(journal, options.list_all ? detect::Keep::All : detect::Keep::Enough,
                                                options.list_all);
  if (name == "summary") return std::make_unique<SummaryDetector>(journal, options.read_rows, options.list_all);
  if (name == kSummaryWithoutReads) return std::make_unique<SummaryDetector>(journal, false, options.list_all);
  if (name == "eraser") return std::make_unique<EraserDetector>(journal);
  if (name == "locking-discipline") {
    auto detector = std::make_unique<LockingDisciplineDetector>(journal);
    if (options.names != nullptr) detector->declare(options.initialisers, *options.names);
    return detector;
  }
  if (name == "naive") return std::make_unique<NaiveDetector>(journal, options.list_all);
  throw std::runtime_error("unknown detector '" + std::string(name) + "'; there are " + enumerated(detector_names()));
}

}  // namespace heddle
