// An entry is a checksum and a row of strings, each preceded by its length: bitcode, warnings, and the dependencies
// under which both hold. Entries are written beside their place and renamed, so readers need no lock; two writers of
// one key write the same. Entries least recently used go once the directory has grown too large.
//
//   cache_key    BitcodeCache::load -> unchanged(dependencies)    BitcodeCache::store -> make_room
#include "frontend/cache.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "frontend/files.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "heddle bitcode cache 1\n";
constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 30;

class Writer {
 public:
  void number(std::uint64_t n) { bytes_.append(reinterpret_cast<const char*>(&n), sizeof n); }
  void text(std::string_view t) {
    number(t.size());
    bytes_.append(t);
  }
  void texts(const std::vector<std::string>& list) {
    number(list.size());
    for (const std::string& t : list) text(t);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Every read of a damaged entry yields something; good() tells in the end.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number() {
    std::uint64_t n = 0;
    const std::string_view bytes = take(sizeof n);
    if (bytes.size() == sizeof n) std::memcpy(&n, bytes.data(), sizeof n);
    return n;
  }
  std::string text() { return std::string(take(number())); }
  std::vector<std::string> texts() {
    std::vector<std::string> list;
    for (std::uint64_t n = number(); n > 0 && good_; --n) list.push_back(text());
    return list;
  }
  bool good() const { return good_ && rest_.empty(); }
  bool failed() const { return !good_; }

 private:
  std::string_view take(std::uint64_t n) {
    if (n > rest_.size()) good_ = false;
    if (!good_) return {};
    const std::string_view result = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return result;
  }
  std::string_view rest_;
  bool good_ = true;
};

std::string serialise(const CachedUnit& unit, const Dependencies& d) {
  Writer w;
  w.text(unit.bitcode);
  w.text(unit.warnings);
  w.number(d.files.size());
  for (const FileState& file : d.files) {
    w.text(file.path);
    for (const std::uint64_t n : {file.size, std::uint64_t{file.by_time}, file.first, file.second}) w.number(n);
  }
  w.texts(d.names);
  w.texts(d.directories);
  w.texts(d.present);
  return w.bytes();
}

bool deserialise(std::string_view bytes, CachedUnit& unit, Dependencies& d) {
  Reader r(bytes);
  unit.bitcode = r.text();
  unit.warnings = r.text();
  for (std::uint64_t n = r.number(); n > 0 && !r.failed(); --n) {
    FileState file;
    file.path = r.text();
    file.size = r.number();
    file.by_time = r.number() != 0;
    file.first = r.number();
    file.second = r.number();
    d.files.push_back(std::move(file));
  }
  d.names = r.texts();
  d.directories = r.texts();
  d.present = r.texts();
  return r.good();
}

std::string checksum(std::string_view bytes) {
  const auto [high, low] = content_hash(bytes);
  return fmt::format("{:016x}{:016x}\n", high, low);
}

// An upgrade changes these; so does another gcc, whose library headers clang would then use.
std::string compiler_identity(const std::string& compiler) {
  std::error_code ignored;
  const fs::path real = fs::canonical(compiler, ignored);
  const fs::path libraries = real.parent_path().parent_path() / "lib";
  std::string identity;
  for (const fs::path& path : {real, libraries / "libLLVM.so.1", libraries / "libclang-cpp.so.19.1",
                               libraries / "libLLVM.so.19.1", fs::path("/usr/lib/gcc/x86_64-linux-gnu")}) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0) continue;
    identity += fmt::format("{} {} {}.{} {}.{}\n", path.string(), status.st_size, status.st_mtim.tv_sec,
                            status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
  }
  return identity;
}

}  // namespace

std::string cache_key(const std::vector<std::string>& command_line) {
  Writer w;
  w.text(kFormat);
  w.text(compiler_identity(command_line.at(0)));
  w.texts(command_line);
  std::error_code failed;
  w.text(fs::current_path(failed).string());
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH", "PWD", "COMPILER_PATH",
                           "GCC_EXEC_PREFIX"}) {
    const char* value = std::getenv(name);
    w.number(value != nullptr);
    w.text(value != nullptr ? value : "");
  }
  const auto [high, low] = content_hash(w.bytes());
  return fmt::format("{:016x}{:016x}", high, low);
}

std::optional<CachedUnit> BitcodeCache::load(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  const std::optional<std::string> file = read_file(path_of(key));
  const std::size_t header = kFormat.size() + checksum("").size();
  if (!file || file->size() < header || !file->starts_with(kFormat)) return std::nullopt;
  const std::string_view body = std::string_view(*file).substr(header);
  if (std::string_view(*file).substr(kFormat.size(), header - kFormat.size()) != checksum(body)) return std::nullopt;
  CachedUnit unit;
  Dependencies dependencies;
  if (!deserialise(body, unit, dependencies) || !unchanged(dependencies)) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path_of(key), fs::file_time_type::clock::now(), ignored);  // for make_room
  return unit;
}

void BitcodeCache::store(const std::string& key, const CachedUnit& unit, const Dependencies& dependencies) const {
  if (directory_.empty()) return;
  std::error_code failed;
  fs::create_directories(directory_, failed);
  if (failed) return;
  const std::string body = serialise(unit, dependencies);
  write_file_atomically(path_of(key), std::string(kFormat) + checksum(body) + body);
  make_room();
}

void BitcodeCache::make_room() const {
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
    const std::string extension = it->path().extension().string();
    if (extension != ".unit" && extension != ".new") continue;
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
