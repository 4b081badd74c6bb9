// Numbers from the environment: how long a campaign of random programs is, and where it starts.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace heddle {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace heddle
