// std::filesystem: copies of files, links and directories. See filesystem_operations.cpp.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "filesystem_errors.h"

namespace std::filesystem {
namespace {

bool has(copy_options all, copy_options one) { return (all & one) != copy_options::none; }

// 1: copied; 0: not, or an error.
bool copy_content(const path& from, const path& to, mode_t mode, bool replaces, error_code& error) {
  const int in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (in < 0) return settle(-1, error);
  const int out = ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL), S_IWUSR);
  if (out < 0) {
    settle(-1, error);
    ::close(in);
    return false;
  }
  bool good = settle(::fchmod(out, mode & 07777), error);
  char buffer[4096];
  ssize_t n = 0;
  while (good && (n = ::read(in, buffer, sizeof buffer)) > 0) good = ::write(out, buffer, static_cast<size_t>(n)) == n;
  if (!good || n < 0) error = last_error();
  ::close(out);
  ::close(in);
  return !error;
}
}  // namespace

bool copy_file(const path& from, const path& to, copy_options options, error_code& error) {
  const bool skips = has(options, copy_options::skip_existing), over = has(options, copy_options::overwrite_existing),
             updates = has(options, copy_options::update_existing);
  struct stat f, t;
  const int missing = ::stat(to.c_str(), &t) == 0 ? 0 : errno;
  if (missing != 0 && !is_missing(missing)) {
    error.assign(missing, generic_category());
    return false;
  }
  if (!settle(::stat(from.c_str(), &f), error)) return false;
  if (!S_ISREG(f.st_mode)) {
    error = make_error_code(errc::invalid_argument);
    return false;
  }
  if (missing == 0) {
    if (!S_ISREG(t.st_mode)) {
      error = make_error_code(errc::invalid_argument);
      return false;
    }
    if (f.st_dev == t.st_dev && f.st_ino == t.st_ino) {
      error = make_error_code(errc::file_exists);
      return false;
    }
    if (skips) return false;
    if (updates && make_pair(f.st_mtim.tv_sec, f.st_mtim.tv_nsec) <= make_pair(t.st_mtim.tv_sec, t.st_mtim.tv_nsec))
      return false;
    if (!over && !updates) {
      error = make_error_code(errc::file_exists);
      return false;
    }
  }
  return copy_content(from, to, f.st_mode, over || updates, error);
}
bool copy_file(const path& from, const path& to, copy_options options) {
  error_code error;
  const bool copied = copy_file(from, to, options, error);
  check("cannot copy file", from, to, error);
  return copied;
}
void copy_symlink(const path& from, const path& to, error_code& error) noexcept {
  const path target = read_symlink(from, error);
  if (!error) create_symlink(target, to, error);
}
void copy_symlink(const path& from, const path& to) {
  error_code error;
  copy_symlink(from, to, error);
  check("cannot copy symlink", from, to, error);
}
void copy(const path& from, const path& to, copy_options options, error_code& error) {
  const bool skips_links = has(options, copy_options::skip_symlinks),
             makes_links = has(options, copy_options::create_symlinks),
             copies_links = has(options, copy_options::copy_symlinks),
             looks_at_links = skips_links || makes_links || copies_links;
  const file_status f = looks_at_links ? symlink_status(from, error) : status(from, error);
  if (f.type() == file_type::not_found) error = make_error_code(errc::no_such_file_or_directory);
  if (error) return;
  const file_status t = skips_links || makes_links ? symlink_status(to, error) : status(to, error);
  if (error && t.type() != file_type::not_found) return;
  error.clear();
  if (is_other(f) || is_other(t)) {
    error = make_error_code(errc::invalid_argument);
  } else if (exists(t) && equivalent(from, to, error)) {
    error = make_error_code(errc::file_exists);
  } else if (is_directory(f) && is_regular_file(t)) {
    error = make_error_code(errc::is_a_directory);
  } else if (is_symlink(f)) {
    if (skips_links) return;
    if (!exists(t) && copies_links)
      copy_symlink(from, to, error);
    else
      error = make_error_code(exists(t) ? errc::file_exists : errc::invalid_argument);
  } else if (is_regular_file(f)) {
    if (has(options, copy_options::directories_only)) return;
    if (makes_links)
      create_symlink(from, to, error);
    else if (has(options, copy_options::create_hard_links))
      create_hard_link(from, to, error);
    else
      copy_file(from, is_directory(t) ? to / from.filename() : to, options, error);
  } else if (is_directory(f) && makes_links) {
    error = make_error_code(errc::is_a_directory);
  } else if (is_directory(f) && (has(options, copy_options::recursive) || options == copy_options::none)) {
    if (!exists(t)) create_directory(to, from, error);
    const copy_options below =
        options == copy_options::none ? copy_options(0x2000) : options;  // not what is below those
    if (error || (options & copy_options(0x2000)) != copy_options::none) return;
    for (directory_iterator i(from, error), end; !error && i != end; i.increment(error)) {
      copy(i->path(), to / i->path().filename(), below, error);
      if (error) return;
    }
  } else {
    error.clear();
  }
}
void copy(const path& from, const path& to, copy_options options) {
  error_code error;
  copy(from, to, options, error);
  check("cannot copy", from, to, error);
}

}  // namespace std::filesystem
