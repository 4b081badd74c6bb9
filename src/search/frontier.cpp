// Words in pieces, and bytes as words; see frontier.h.
#include "search/frontier.h"

#include <algorithm>
#include <cstring>

namespace heddle {

void WordWriter::put_bytes(std::span<const std::uint8_t> bytes) {
  put(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    put(word);
  }
}

std::vector<std::uint8_t> WordReader::take_bytes() {
  const std::uint64_t size = take();
  if (size / sizeof(std::uint64_t) > words_.size() - at_ + beyond_) fail();
  std::vector<std::uint8_t> bytes(failed_ ? 0 : size);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = take();
    std::memcpy(bytes.data() + at, &word, std::min(sizeof word, bytes.size() - at));
  }
  return bytes;
}

bool WordReader::refill() {
  if (failed_ || beyond_ == 0) return false;
  words_ = source_();
  at_ = 0;
  if (words_.empty() || words_.size() > beyond_) return words_ = {}, false;
  beyond_ -= words_.size();
  return true;
}

}  // namespace heddle
