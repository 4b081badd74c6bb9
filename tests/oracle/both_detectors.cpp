#include "both_detectors.h"

#include <fmt/format.h>

#include "detect/registry.h"

namespace heddle::oracle {

BothDetectors::BothDetectors(Journal& journal) : journal_(journal), naive_(journal) {
  for (const std::string& name : detector_names())
    if (auto detector = make_detector(name, journal); detector && detector->exact())
      exact_.push_back(std::move(detector));
}

const char* BothDetectors::overflowed() const {
  for (const auto& d : exact_)
    if (d->overflowed() != nullptr) return d->overflowed();
  return nullptr;
}

std::optional<Race> BothDetectors::access(const Access& access) {
  std::optional<Race> truth = naive_.access(access);
  std::optional<Race> invented;
  for (const auto& d : exact_) {
    const std::optional<Race> race = d->access(access);
    if (!truth && race) invented = race;
    if (raced_ || truth.has_value() == race.has_value() || !disagreement_.empty()) continue;
    const Race& said = truth ? *truth : *race;
    disagreement_ = fmt::format("{} {} a race of {} in thread {} with {} in thread {}", d->name(),
                                truth ? "misses" : "invents", name_of(said.later.kind), said.later.thread.value,
                                name_of(said.earlier.kind), said.earlier.thread.value);
  }
  if (!truth) return invented;
  if (!raced_) {
    journal_.remember(raced_);
    raced_ = true;
  }
  for (const Race& r : naive_.races_of_last_access())
    pairs_.insert({r.earlier.site.value, r.earlier.kind, r.later.site.value, r.later.kind});
  return truth;
}

}  // namespace heddle::oracle
