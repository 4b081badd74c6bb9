// 128 bits that stand for a state: equal states have equal ones, and different states different ones but for a chance
// that is negligible (about n^2 / 2^129 among n states).
#pragma once
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle {

struct Fingerprint {
  std::uint64_t low = 0, high = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;

  // Sums of fingerprints, for sets whose members come and go: a member is taken out again by subtracting it.
  Fingerprint& operator+=(const Fingerprint& other) {
    low += other.low, high += other.high;
    return *this;
  }
  Fingerprint& operator-=(const Fingerprint& other) {
    low -= other.low, high -= other.high;
    return *this;
  }
};

inline Fingerprint fingerprint_of(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

}  // namespace heddle
