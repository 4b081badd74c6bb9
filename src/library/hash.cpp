// Hashing of std::string and of the standard unordered containers: reads the key's bytes where hooks see them, and
// gives the values that libstdc++ gives, so that buckets and the order of iteration are those of the user's own builds.
// (_Hash_bytes is Austin Appleby's MurmurHash2 for 64 bits, _Fnv_hash_bytes the FNV-1a of Fowler, Noll and Vo.)
//
// The growth policy of the containers computes on a private copy and writes back what changed.
#include <cstring>
#include <unordered_map>

#include "real.h"

using Policy = std::__detail::_Prime_rehash_policy;

std::size_t real_next_bucket_count(const Policy*, std::size_t)
    HEDDLE_REAL("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm");
std::pair<bool, std::size_t> real_need_rehash(const Policy*, std::size_t, std::size_t, std::size_t)
    HEDDLE_REAL("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm");

namespace {

constexpr std::size_t kMultiplier = 0xc6a4a7935bd1e995;

std::size_t mix(std::size_t value) { return value ^ (value >> 47); }

std::size_t load(const unsigned char* bytes, std::size_t count) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < count; i++) value |= std::size_t{bytes[i]} << (8 * i);
  return value;
}

std::size_t load_word(const unsigned char* bytes) {
  using Unaligned [[gnu::aligned(1), gnu::may_alias]] = std::size_t;
  return *reinterpret_cast<const Unaligned*>(bytes);
}

}  // namespace

namespace std {

size_t _Hash_bytes(const void* key, size_t size, size_t seed) {
  const auto* bytes = static_cast<const unsigned char*>(key);
  size_t hash = seed ^ (size * kMultiplier);
  for (; size >= 8; bytes += 8, size -= 8) {
    hash ^= mix(load_word(bytes) * kMultiplier) * kMultiplier;
    hash *= kMultiplier;
  }
  if (size != 0) {
    hash ^= load(bytes, size);
    hash *= kMultiplier;
  }
  return mix(mix(hash) * kMultiplier);
}

size_t _Fnv_hash_bytes(const void* key, size_t size, size_t hash) {
  const auto* bytes = static_cast<const unsigned char*>(key);
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t at_least) const {
  Policy copy = *this;
  const size_t count = real_next_bucket_count(&copy, at_least);
  _M_next_resize = copy._M_next_resize;
  return count;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  Policy copy = *this;
  const pair<bool, size_t> answer = real_need_rehash(&copy, buckets, elements, more);
  if (copy._M_next_resize != _M_next_resize) _M_next_resize = copy._M_next_resize;
  return answer;
}

}  // namespace __detail
}  // namespace std
