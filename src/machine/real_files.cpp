// What is on disk, for the models of files (src/library/files.c): status, contents and names, each read once, when
// something of it is first asked for, and from then on as it was. So every execution finds the same, and what is kept
// is no part of a state: a program memory holds a path, never a place in here. That it was asked for first must not
// show, so errno stays what it was (RealCall).
//
// Functions: rt_real_status, rt_real_content, rt_real_name, rt_real_path, rt_real_access.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "machine/error_numbers.h"
#include "machine/models.h"

using namespace heddle;

namespace {

struct RealCall : Call {
  RealCall() { changes_nothing(); }
  ~RealCall() { native_errno() = error_number; }
  const int error_number = native_errno();
};

struct RealStatus {
  int error = 0;
  struct stat found{};
};
struct RealName {
  std::string name;
  unsigned char type;
  bool operator<(const RealName& other) const { return name < other.name; }
};
struct RealContent {
  std::string bytes;
  int error = 0;
};

RealStatus look_on_disk(const std::string& path, bool follow) {
  RealStatus s;
  if ((follow ? stat : lstat)(path.c_str(), &s.found) != 0) s.error = errno;
  return s;
}
const RealStatus& status_of(const std::string& path, bool follow) {
  static std::map<std::pair<std::string, bool>, RealStatus> known;
  const auto [place, is_new] = known.try_emplace({path, follow});
  if (is_new) place->second = look_on_disk(path, follow);
  return place->second;
}

// As long as its status said that it is.
RealContent read_whole_file(const std::string& path) {
  RealContent c;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return {{}, errno};
  const auto size = static_cast<std::size_t>(status_of(path, true).found.st_size);
  c.bytes.resize(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = read(file, c.bytes.data() + done, size - done);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  close(file);
  return c;
}
const RealContent& content_of(const std::string& path) {
  static std::map<std::string, RealContent> known;
  const auto [place, is_new] = known.try_emplace(path);
  if (is_new) place->second = read_whole_file(path);
  return place->second;
}

std::vector<RealName> list_on_disk(const std::string& path) {
  std::vector<RealName> names;
  DIR* d = opendir(path.c_str());
  if (!d) return names;
  while (const dirent* e = readdir(d))
    if (std::strcmp(e->d_name, ".") != 0 && std::strcmp(e->d_name, "..") != 0) names.push_back({e->d_name, e->d_type});
  closedir(d);
  std::sort(names.begin(), names.end());
  return names;
}
const std::vector<RealName>& names_in(const std::string& path) {
  static std::map<std::string, std::vector<RealName>> known;
  const auto [place, is_new] = known.try_emplace(path);
  if (is_new) place->second = list_on_disk(path);
  return place->second;
}

// Without ".", ".." and double slashes.
std::string plain(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    at = end + 1;
  }
  std::string out;
  for (const std::string& part : parts) out += "/" + part;
  return out.empty() ? "/" : out;
}

// Symbolic links are resolved as far as the path exists on disk.
std::string canonical(const std::string& given) {
  std::string path = given;
  if (path[0] != '/') {
    char here[PATH_MAX];
    if (getcwd(here, sizeof here)) path = std::string(here) + "/" + path;
  }
  std::string rest;
  for (std::string head = path; !head.empty();) {
    char real[PATH_MAX];
    if (realpath(head.c_str(), real)) return plain(std::string(real) + "/" + rest);
    const std::size_t slash = head.find_last_of('/');
    if (slash == std::string::npos) break;
    rest = head.substr(slash + 1) + (rest.empty() ? "" : "/" + rest);
    head.resize(slash);
  }
  return plain(path);
}
const std::string& canonical_path(const std::string& given) {
  static std::map<std::string, std::string> known;
  const auto [place, is_new] = known.try_emplace(given);
  if (is_new) place->second = canonical(given);
  return place->second;
}

}  // namespace

extern "C" {

int rt_real_status(const char* path, struct stat* out, int follow) {
  const RealCall call;
  const RealStatus& s = status_of(path, follow != 0);
  *out = s.found;
  return s.error;
}

std::size_t rt_real_content(const char* path, off_t from, void* to, std::size_t size) {
  const RealCall call;
  const std::string& bytes = content_of(path).bytes;
  const auto at = static_cast<std::size_t>(from);
  if (at >= bytes.size()) return 0;
  const std::size_t n = std::min(size, bytes.size() - at);
  std::memcpy(to, bytes.data() + at, n);
  return n;
}

int rt_real_name(const char* directory, std::size_t index, char* name, unsigned char* type) {
  const RealCall call;
  const std::vector<RealName>& names = names_in(directory);
  if (index >= names.size()) return 0;
  std::memcpy(name, names[index].name.c_str(), names[index].name.size() + 1);
  *type = names[index].type;
  return 1;
}

int rt_real_path(const char* path, char* out) {
  const RealCall call;
  const std::string& found = canonical_path(path);
  if (found.size() >= PATH_MAX) return ENAMETOOLONG;
  std::memcpy(out, found.c_str(), found.size() + 1);
  return 0;
}

int rt_real_access(const char* path, int mode) {
  const RealCall call;
  static std::map<std::pair<std::string, int>, int> known;
  const auto [place, is_new] = known.try_emplace({path, mode});
  if (is_new) place->second = access(path, mode) == 0 ? 0 : errno;
  return place->second;
}

ssize_t rt_real_link(const char* path, char* out, std::size_t room) {
  const RealCall call;
  static std::map<std::string, std::pair<std::string, int>> known;
  const auto [place, is_new] = known.try_emplace(path);
  auto& [target, error] = place->second;
  if (is_new) {
    target.resize(PATH_MAX);
    const ssize_t n = readlink(path, target.data(), target.size());
    error = n < 0 ? errno : 0;
    target.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  }
  if (error != 0) return -error;
  std::memcpy(out, target.data(), std::min(room, target.size()));
  return static_cast<ssize_t>(target.size());
}

void rt_notices_files() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Files);
}
void rt_notices_channels() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Channels);
}
}
