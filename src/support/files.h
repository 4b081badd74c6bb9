// Reading a whole file or mapping it, writing one that others may read at the same moment, and the hash of contents.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

std::optional<std::string> read_file(const std::string& path);

// A file in the making, under a name of its own in the same directory, until commit() gives it the name that it is for:
// others see the old contents or the new ones, never a part. Without commit() nothing was changed.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  // False, from the first error on; errno says why.
  bool write(std::string_view bytes);
  bool commit();

 private:
  const std::string path_, temporary_;
  int descriptor_;
  bool good_;
};

bool write_file_atomically(const std::string& path, std::string_view bytes);

// The contents of a file that does not change; only what is looked at takes memory.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);  // error() if it cannot be
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view text() const { return text_; }
  int error() const { return error_; }  // errno, or 0

 private:
  std::string_view text_;
  int error_ = 0;
};

// XXH3, 128 bits.
std::pair<std::uint64_t, std::uint64_t> content_hash(std::string_view bytes);

}  // namespace heddle
