// std::filesystem: the operations on files ([fs.op.funcs]), by system calls that are modelled (files.c, file_calls.c,
// links.c). Where the standard leaves a choice they do what libstdc++ does. Each has a form that gives its error and
// one that throws it; the second is made of the first. Copies are in filesystem_copies.cpp, paths in filesystem_paths.cpp.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "filesystem_errors.h"

extern "C" [[noreturn]] void heddle_refuses(const char* what);

namespace std::filesystem {
namespace {

file_type type_of(const struct stat& s) {
  switch (s.st_mode & S_IFMT) {
    case S_IFREG:
      return file_type::regular;
    case S_IFDIR:
      return file_type::directory;
    case S_IFLNK:
      return file_type::symlink;
    case S_IFBLK:
      return file_type::block;
    case S_IFCHR:
      return file_type::character;
    case S_IFIFO:
      return file_type::fifo;
    case S_IFSOCK:
      return file_type::socket;
    default:
      return file_type::unknown;
  }
}
file_status status_by(int (*look)(const char*, struct stat*), const path& p, error_code& error) {
  struct stat s;
  error.clear();
  if (look(p.c_str(), &s) == 0) return file_status(type_of(s), static_cast<perms>(s.st_mode) & perms::mask);
  const int number = errno;
  error.assign(number, generic_category());
  if (is_missing(number)) return file_status(file_type::not_found);
  return file_status(number == EOVERFLOW ? file_type::unknown : file_type::none);
}

}  // namespace

// ---- status ----

file_status status(const path& p, error_code& error) noexcept {
  const file_status s = status_by(&::stat, p, error);
  return s;
}
file_status status(const path& p) {
  error_code error;
  const file_status s = status(p, error);
  if (s.type() == file_type::none) throw filesystem_error("status", p, error);
  return s;
}
file_status symlink_status(const path& p, error_code& error) noexcept { return status_by(&::lstat, p, error); }
file_status symlink_status(const path& p) {
  error_code error;
  const file_status s = symlink_status(p, error);
  if (s.type() == file_type::none) throw filesystem_error("symlink_status", p, error);
  return s;
}
uintmax_t file_size(const path& p, error_code& error) noexcept {
  struct stat s;
  if (!settle(::stat(p.c_str(), &s), error)) return uintmax_t(-1);
  if (S_ISREG(s.st_mode)) return static_cast<uintmax_t>(s.st_size);
  error = make_error_code(S_ISDIR(s.st_mode) ? errc::is_a_directory : errc::not_supported);
  return uintmax_t(-1);
}
uintmax_t file_size(const path& p) {
  error_code error;
  const uintmax_t size = file_size(p, error);
  check("cannot get file size", p, error);
  return size;
}
uintmax_t hard_link_count(const path& p, error_code& error) noexcept {
  struct stat s;
  return settle(::stat(p.c_str(), &s), error) ? s.st_nlink : uintmax_t(-1);
}
uintmax_t hard_link_count(const path& p) {
  error_code error;
  const uintmax_t count = hard_link_count(p, error);
  check("cannot get link count", p, error);
  return count;
}
bool is_empty(const path& p, error_code& error) {
  const file_status s = status(p, error);
  if (error) return false;
  if (!is_directory(s)) return file_size(p, error) == 0;
  return directory_iterator(p, error) == directory_iterator();
}
bool is_empty(const path& p) {
  error_code error;
  const bool empty = is_empty(p, error);
  check("cannot check if file is empty", p, error);
  return empty;
}
bool equivalent(const path& a, const path& b, error_code& error) noexcept {
  struct stat s, t;
  const int first = ::stat(a.c_str(), &s), error_a = first == 0 ? 0 : errno;
  const int second = ::stat(b.c_str(), &t), error_b = second == 0 ? 0 : errno;
  error.clear();
  if (error_a == 0 && error_b == 0) return s.st_dev == t.st_dev && s.st_ino == t.st_ino;
  if (error_a != 0 && error_b != 0)
    error = make_error_code(errc::no_such_file_or_directory);
  else if ((error_a != 0 && !is_missing(error_a)) || (error_b != 0 && !is_missing(error_b)))
    error.assign(error_a != 0 ? error_a : error_b, generic_category());
  return false;
}
bool equivalent(const path& a, const path& b) {
  error_code error;
  const bool same = equivalent(a, b, error);
  check("cannot check file equivalence", a, b, error);
  return same;
}

// ---- times and permissions ----

// libstdc++'s clock of files counts from 2174.
constexpr chrono::seconds kEpoch{6437664000};
file_time_type last_write_time(const path& p, error_code& error) noexcept {
  struct stat s;
  if (!settle(::stat(p.c_str(), &s), error)) return file_time_type::min();
  return file_time_type(chrono::seconds(s.st_mtim.tv_sec) + chrono::nanoseconds(s.st_mtim.tv_nsec) - kEpoch);
}
file_time_type last_write_time(const path& p) {
  error_code error;
  const file_time_type time = last_write_time(p, error);
  check("cannot get file time", p, error);
  return time;
}
void last_write_time(const path& p, file_time_type time, error_code& error) noexcept {
  const auto since = time.time_since_epoch() + kEpoch;
  const auto seconds = chrono::floor<chrono::seconds>(since);
  const timespec times[2] = {{0, UTIME_OMIT}, {seconds.count(), (since - seconds).count()}};
  settle(::utimensat(AT_FDCWD, p.c_str(), times, 0), error);
}
void last_write_time(const path& p, file_time_type time) {
  error_code error;
  last_write_time(p, time, error);
  check("cannot set file time", p, error);
}
void permissions(const path& p, perms wanted, perm_options options, error_code& error) noexcept {
  const auto is = [&](perm_options one) { return (options & one) == one && one != perm_options(); };
  const bool adds = is(perm_options::add), removes = is(perm_options::remove), stays = is(perm_options::nofollow);
  if (adds + removes + is(perm_options::replace) != 1) {
    error = make_error_code(errc::invalid_argument);
    return;
  }
  perms all = wanted & perms::mask;
  file_status now;
  if (adds || removes || stays) {
    now = stays ? symlink_status(p, error) : status(p, error);
    if (error) return;
    if (adds) all |= now.permissions();
    if (removes) all = now.permissions() & ~all;
  }
  const int flags = stays && is_symlink(now) ? AT_SYMLINK_NOFOLLOW : 0;
  settle(::fchmodat(AT_FDCWD, p.c_str(), static_cast<mode_t>(all), flags), error);
}
void permissions(const path& p, perms wanted, perm_options options) {
  error_code error;
  permissions(p, wanted, options, error);
  check("cannot set permissions", p, error);
}

// ---- making ----

bool create_directory(const path& p, error_code& error) noexcept {
  if (::mkdir(p.c_str(), 0777) == 0) {
    error.clear();
    return true;
  }
  error = last_error();
  if (error.value() == EEXIST) {
    error_code ignored;
    if (is_directory(status(p, ignored))) error.clear();
  }
  return false;
}
bool create_directory(const path& p) {
  error_code error;
  const bool made = create_directory(p, error);
  check("cannot create directory", p, error);
  return made;
}
bool create_directory(const path& p, const path& like, error_code& error) noexcept {
  struct stat s;
  if (!settle(::stat(like.c_str(), &s), error)) return false;
  if (!S_ISDIR(s.st_mode)) {
    error = make_error_code(errc::not_a_directory);
    return false;
  }
  if (::mkdir(p.c_str(), s.st_mode) == 0) return true;
  error = last_error();
  if (error.value() == EEXIST) {
    error_code ignored;
    if (is_directory(status(p, ignored))) error.clear();
  }
  return false;
}
bool create_directory(const path& p, const path& like) {
  error_code error;
  const bool made = create_directory(p, like, error);
  check("cannot create directory", p, error);
  return made;
}
bool create_directories(const path& p, error_code& error) {
  if (p.empty()) {
    error = make_error_code(errc::invalid_argument);
    return false;
  }
  const file_status now = status(p, error);
  if (is_directory(now)) return false;
  if (error && now.type() != file_type::not_found) return false;
  if (exists(now)) {
    error = make_error_code(errc::not_a_directory);
    return false;
  }
  // From the first that is missing on.
  path up;
  bool made = false, missing = false;
  for (const path& part : p) {
    up /= part;
    if (part.empty() || part == "." || part == "..") continue;
    if (!missing) {
      const file_status s = status(up, error);
      if (is_directory(s)) continue;
      if (error && s.type() != file_type::not_found) return false;
      if (exists(s)) {
        error = make_error_code(errc::not_a_directory);
        return false;
      }
      missing = true;
    }
    made = create_directory(up, error);
    if (error) return false;
  }
  error.clear();
  return made;
}
bool create_directories(const path& p) {
  error_code error;
  const bool made = create_directories(p, error);
  check("cannot create directories", p, error);
  return made;
}
void create_symlink(const path& to, const path& p, error_code& error) noexcept {
  settle(::symlink(to.c_str(), p.c_str()), error);
}
void create_symlink(const path& to, const path& p) {
  error_code error;
  create_symlink(to, p, error);
  check("cannot create symlink", to, p, error);
}
void create_directory_symlink(const path& to, const path& p, error_code& error) noexcept {
  create_symlink(to, p, error);
}
void create_directory_symlink(const path& to, const path& p) {
  error_code error;
  create_directory_symlink(to, p, error);
  check("cannot create directory symlink", to, p, error);
}
void create_hard_link(const path& to, const path& p, error_code& error) noexcept {
  settle(::link(to.c_str(), p.c_str()), error);
}
void create_hard_link(const path& to, const path& p) {
  error_code error;
  create_hard_link(to, p, error);
  check("cannot create hard link", to, p, error);
}
path read_symlink(const path& p, error_code& error) {
  char target[PATH_MAX];
  const ssize_t n = ::readlink(p.c_str(), target, sizeof target);
  settle(n < 0 ? -1 : 0, error);
  return n < 0 ? path() : path(string(target, static_cast<size_t>(n)));
}
path read_symlink(const path& p) {
  error_code error;
  path target = read_symlink(p, error);
  check("read_symlink", p, error);
  return target;
}

// ---- removing, renaming, cutting ----

bool remove(const path& p, error_code& error) noexcept {
  if (::remove(p.c_str()) == 0) {
    error.clear();
    return true;
  }
  if (errno == ENOENT)
    error.clear();
  else
    error = last_error();
  return false;
}
bool remove(const path& p) {
  error_code error;
  const bool removed = remove(p, error);
  check("cannot remove", p, error);
  return removed;
}
uintmax_t remove_all(const path& p, error_code& error) {
  const file_status now = symlink_status(p, error);
  if (error.value() == ENOENT) {
    error.clear();
    return 0;
  }
  if (error) return uintmax_t(-1);
  uintmax_t count = 0;
  if (is_directory(now)) {
    for (directory_iterator i(p, error), end; !error && i != end; i.increment(error)) {
      const uintmax_t below = remove_all(i->path(), error);
      if (error) return uintmax_t(-1);
      count += below;
    }
    if (error) return uintmax_t(-1);
  }
  if (remove(p, error)) ++count;
  return error ? uintmax_t(-1) : count;
}
uintmax_t remove_all(const path& p) {
  error_code error;
  const uintmax_t count = remove_all(p, error);
  check("cannot remove all", p, error);
  return count;
}
void rename(const path& from, const path& to, error_code& error) noexcept {
  settle(::rename(from.c_str(), to.c_str()), error);
}
void rename(const path& from, const path& to) {
  error_code error;
  rename(from, to, error);
  check("cannot rename", from, to, error);
}
void resize_file(const path& p, uintmax_t size, error_code& error) noexcept {
  if (size > static_cast<uintmax_t>(LONG_MAX))
    error.assign(EINVAL, generic_category());
  else
    settle(::truncate(p.c_str(), static_cast<off_t>(size)), error);
}
void resize_file(const path& p, uintmax_t size) {
  error_code error;
  resize_file(p, size, error);
  check("cannot resize file", p, error);
}

space_info space(const path&, error_code&) noexcept {
  heddle_refuses("the room that is left on a disk (std::filesystem::space)");
}
space_info space(const path&) { heddle_refuses("the room that is left on a disk (std::filesystem::space)"); }

}  // namespace std::filesystem
