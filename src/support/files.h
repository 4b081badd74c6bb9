// Reading a whole file, writing one that others may read at the same moment, and the hash of contents.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

std::optional<std::string> read_file(const std::string& path);

// Others see the old contents or the new ones, never a part. False: nothing was changed.
bool write_file_atomically(const std::string& path, std::string_view bytes);

// XXH3, 128 bits.
std::pair<std::uint64_t, std::uint64_t> content_hash(std::string_view bytes);

}  // namespace heddle
