// Plain system calls: a file that grows or shrinks while it is read must not confuse us, and errors are values.
//
//   read_file              until read() says that there is no more
//   NewFile                a file of its own name in the same directory, then rename
#include "support/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace heddle {

std::optional<std::string> read_file(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat status;
  std::string bytes;
  std::size_t done = 0;
  bool failed = fstat(fd, &status) != 0;
  if (!failed) bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  while (!failed) {
    if (done == bytes.size()) bytes.resize(bytes.size() * 2);
    const ssize_t n = read(fd, bytes.data() + done, bytes.size() - done);
    if (n == 0) break;
    if (n < 0 && errno == EINTR) continue;
    failed = n < 0;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  close(fd);
  if (failed) return std::nullopt;
  bytes.resize(done);
  return bytes;
}

namespace {

std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter = 0;
  return fmt::format("{}.{}.{}.new", path, getpid(), counter++);
}

}  // namespace

NewFile::NewFile(const std::string& path)
    : path_(path),
      temporary_(temporary_name(path)),
      descriptor_(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)),
      good_(descriptor_ >= 0) {}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(temporary_.c_str());
}

bool NewFile::write(std::string_view bytes) {
  while (good_ && !bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    good_ = n > 0;
    if (good_) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return good_;
}

bool NewFile::commit() {
  if (descriptor_ < 0) return false;
  good_ = close(std::exchange(descriptor_, -1)) == 0 && good_;
  good_ = good_ && rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!good_) unlink(temporary_.c_str());
  return good_;
}

bool write_file_atomically(const std::string& path, std::string_view bytes) {
  NewFile file(path);
  return file.write(bytes) && file.commit();
}

MappedFile::MappedFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (fd < 0 || fstat(fd, &status) != 0) {
    error_ = errno;
  } else if (S_ISDIR(status.st_mode)) {
    error_ = EISDIR;
  } else if (const auto size = static_cast<std::size_t>(status.st_size); size > 0) {
    void* const place = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (place == MAP_FAILED)
      error_ = errno;
    else
      text_ = {static_cast<const char*>(place), size};
  }
  if (fd >= 0) close(fd);
}

MappedFile::~MappedFile() {
  if (!text_.empty()) munmap(const_cast<char*>(text_.data()), text_.size());
}

std::pair<std::uint64_t, std::uint64_t> content_hash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

}  // namespace heddle
