// See cache_directory.h. A file of the directory is a line with the format, a line with the checksum of the rest, and
// the rest.   load   store -> make_room
#include "frontend/cache_directory.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "support/files.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "heddle cache 2\n";
constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 30;
constexpr std::string_view kExtensions[] = {".unit", ".program", ".part", ".header", ".new"};

}  // namespace

std::string hash_text(std::string_view bytes) {
  const auto [high, low] = content_hash(bytes);
  return fmt::format("{:016x}{:016x}", high, low);
}

std::string file_identity(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  return fmt::format("{} {} {}.{} {}.{}\n", path, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                     status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

std::optional<std::string> CacheDirectory::load(const std::string& key, std::string_view extension) const {
  if (directory_.empty()) return std::nullopt;
  std::optional<std::string> file = read_file(path_of(key, extension));
  const std::size_t header = kFormat.size() + hash_text("").size() + 1;
  if (!file || file->size() < header || !file->starts_with(kFormat)) return std::nullopt;
  const std::string_view body = std::string_view(*file).substr(header);
  if (!std::string_view(*file).substr(kFormat.size()).starts_with(hash_text(body))) return std::nullopt;
  return file->substr(header);
}

void CacheDirectory::touch(const std::string& key, std::string_view extension) const {
  std::error_code ignored;
  fs::last_write_time(path_of(key, extension), fs::file_time_type::clock::now(), ignored);
}

void CacheDirectory::store(const std::string& key, std::string_view extension, std::string_view body) const {
  store_one_of_many(key, extension, body);
  if (key.ends_with('0')) make_room();  // one in sixteen is enough
}

void CacheDirectory::store_one_of_many(const std::string& key, std::string_view extension,
                                       std::string_view body) const {
  if (directory_.empty()) return;
  std::error_code failed;
  fs::create_directories(directory_, failed);
  if (failed) return;
  write_file_atomically(path_of(key, extension), std::string(kFormat) + hash_text(body) + '\n' + std::string(body));
}

void CacheDirectory::make_room() const {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t size;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code failed;
  for (fs::directory_iterator it(directory_, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code gone;  // another process may be making room as well
    if (std::ranges::find(kExtensions, it->path().extension().string()) == std::end(kExtensions)) continue;
    Entry entry{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  if (total <= kLargest) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= kLargest / 4 * 3) break;
    if (fs::remove(entry.path, failed)) total -= entry.size;
  }
}

}  // namespace heddle
