#include "both_detectors.h"

#include <fmt/format.h>

namespace heddle::oracle {

std::optional<Race> BothDetectors::access(const Access& access) {
  std::optional<Race> truth = naive_.access(access);
  const std::optional<Race> race = clocks_.access(access);
  if (!raced_ && truth.has_value() != race.has_value() && disagreement_.empty()) {
    const Race& said = truth ? *truth : *race;
    disagreement_ = fmt::format("{} a race of {} in thread {} with {} in thread {}",
                                truth ? "vector-clock misses" : "vector-clock invents", name_of(said.later.kind),
                                said.later.thread.value, name_of(said.earlier.kind), said.earlier.thread.value);
  }
  if (!truth) return race;
  if (!raced_) {
    journal_.remember(raced_);
    raced_ = true;
  }
  for (const Race& r : naive_.races_of_last_access())
    pairs_.insert({r.earlier.site.value, r.earlier.kind, r.later.site.value, r.later.kind});
  return truth;
}

}  // namespace heddle::oracle
