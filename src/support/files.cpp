// Plain system calls: a file that grows or shrinks while it is read must not confuse us, and errors are values.
//
//   read_file              until read() says that there is no more
//   write_file_atomically  a file of its own name in the same directory, then rename
#include "support/files.h"

#include <fcntl.h>
#include <fmt/format.h>
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

bool write_file_atomically(const std::string& path, std::string_view bytes) {
  static std::atomic<unsigned> counter = 0;
  const std::string temporary = fmt::format("{}.{}.{}.new", path, getpid(), counter++);
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  bool good = true;
  while (good && !bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    good = n > 0;
    if (good) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  good = close(fd) == 0 && good;
  good = good && rename(temporary.c_str(), path.c_str()) == 0;
  if (!good) unlink(temporary.c_str());
  return good;
}

std::pair<std::uint64_t, std::uint64_t> content_hash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

}  // namespace heddle
