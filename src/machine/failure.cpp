#include "machine/failure.h"

#include <algorithm>

namespace heddle {

std::uint64_t Failure::key() const {
  std::uint64_t hash = 1469598103934665603u;
  auto mix = [&](std::uint64_t v) { hash = (hash ^ v) * 1099511628211u; };
  mix(static_cast<std::uint64_t>(kind));
  if (race) {
    mix(std::min(race->earlier.site.value, race->later.site.value));
    mix(std::max(race->earlier.site.value, race->later.site.value));
    mix(race->later.address);
  } else {
    mix(site.value);
    mix(address);
    mix(position.line);
    for (char c : position.file) mix(static_cast<unsigned char>(c));
    for (ThreadId t : cycle) mix(t.value);
    for (char c : detail) mix(static_cast<unsigned char>(c));
  }
  return hash;
}

std::string summary(const Failure& failure) {
  std::string text = name_of(failure.kind);
  if (!failure.signal.empty()) text += ": " + failure.signal;
  if (!failure.detail.empty()) text += ": " + failure.detail;
  return text;
}

}  // namespace heddle
