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
    for (ThreadId t : cycle) mix(t.value);
    for (char c : detail) mix(static_cast<unsigned char>(c));
  }
  return hash;
}

}  // namespace heddle
