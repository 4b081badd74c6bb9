// std::filesystem: operations that ask where a path leads. See filesystem_operations.cpp.
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "filesystem_errors.h"

namespace std::filesystem {

path current_path(error_code& error) {
  char here[PATH_MAX];
  settle(::getcwd(here, sizeof here) == nullptr ? -1 : 0, error);
  return error ? path() : path(here);
}
path current_path() {
  error_code error;
  path p = current_path(error);
  check("cannot get current path", error);
  return p;
}
void current_path(const path& p, error_code& error) noexcept { settle(::chdir(p.c_str()), error); }
void current_path(const path& p) {
  error_code error;
  current_path(p, error);
  check("cannot set current path", error);
}
path absolute(const path& p, error_code& error) {
  if (p.empty()) {
    error = make_error_code(errc::invalid_argument);
    return {};
  }
  error.clear();
  if (p.is_absolute()) return p;
  path whole = current_path(error);
  return error ? path() : whole / p;
}
path absolute(const path& p) {
  error_code error;
  path whole = absolute(p, error);
  check("cannot make absolute path", p, error);
  return whole;
}
path canonical(const path& p, error_code& error) {
  char* found = p.empty() ? nullptr : ::realpath(p.c_str(), nullptr);
  if (p.empty()) errno = ENOENT;
  settle(found == nullptr ? -1 : 0, error);
  path result = found != nullptr ? path(found) : path();
  ::free(found);
  return result;
}
path canonical(const path& p) {
  error_code error;
  path found = canonical(p, error);
  check("cannot make canonical path", p, error);
  return found;
}
path weakly_canonical(const path& p, error_code& error) {
  path found, rest;
  file_status s = status(p, error);
  if (exists(s)) return canonical(p, error);
  if (error && s.type() != file_type::not_found) return {};
  error.clear();
  auto at = p.begin();
  for (; at != p.end(); ++at) {
    const path more = found / *at;
    s = status(more, error);
    if (!exists(s)) break;
    found = more;
  }
  if (error && s.type() != file_type::not_found) return {};
  error.clear();
  if (!found.empty()) found = canonical(found, error);
  if (error) return {};
  for (; at != p.end(); ++at) found /= *at;
  return found.lexically_normal();
}
path weakly_canonical(const path& p) {
  error_code error;
  path found = weakly_canonical(p, error);
  check("cannot make canonical path", p, error);
  return found;
}
path relative(const path& p, const path& base, error_code& error) {
  const path a = weakly_canonical(p, error);
  if (error) return {};
  const path b = weakly_canonical(base, error);
  return error ? path() : a.lexically_relative(b);
}
path relative(const path& p, const path& base) {
  return weakly_canonical(p).lexically_relative(weakly_canonical(base));
}
path proximate(const path& p, const path& base, error_code& error) {
  const path a = weakly_canonical(p, error);
  if (error) return {};
  const path b = weakly_canonical(base, error);
  return error ? path() : a.lexically_proximate(b);
}
path proximate(const path& p, const path& base) {
  return weakly_canonical(p).lexically_proximate(weakly_canonical(base));
}

namespace {
path temporary(error_code& error) {
  path p = "/tmp";
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (const char* value = ::getenv(name)) {
      p = value;
      break;
    }
  const file_status s = status(p, error);
  if (!error && !is_directory(s)) error = make_error_code(errc::not_a_directory);
  return p;
}
}  // namespace
path temp_directory_path(error_code& error) {
  const path p = temporary(error);
  return error ? path() : p;
}
path temp_directory_path() {
  error_code error;
  path p = temporary(error);
  check("temp_directory_path", p, error);
  return p;
}

}  // namespace std::filesystem
