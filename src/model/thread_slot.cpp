#include "model/thread_slot.h"

#include <bit>

namespace heddle {

std::optional<std::uint16_t> slot_of_path(std::span<const unsigned> path) {
  if (path.empty()) return std::uint16_t{0};
  if (path.size() == 1) {
    if (path[0] >= kShortNumbers) return std::nullopt;
    return static_cast<std::uint16_t>(path[0]);
  }
  std::uint64_t code = 1;
  for (const unsigned number : path) {
    const int digits = std::bit_width(number);
    code = code << (2 * digits - 1) | number;  // the zeros, then the digits
    if (2 * digits > 12 || code >= kPathSlots) return std::nullopt;
  }
  return static_cast<std::uint16_t>(kShortNumbers + code);
}

}  // namespace heddle
