// How the operations of std::filesystem (filesystem_*.cpp) give their errors.
#pragma once
#include <errno.h>

#include <filesystem>
#include <system_error>

namespace std::filesystem {

static inline error_code last_error() { return {errno, generic_category()}; }
// What a system call returned, as an error.
static inline bool settle(int result, error_code& error) {
  if (result != 0)
    error = last_error();
  else
    error.clear();
  return result == 0;
}
static inline void check(const char* what, const error_code& error) {
  if (error) throw filesystem_error(what, error);
}
static inline void check(const char* what, const path& p, const error_code& error) {
  if (error) throw filesystem_error(what, p, error);
}
static inline void check(const char* what, const path& p, const path& q, const error_code& error) {
  if (error) throw filesystem_error(what, p, q, error);
}
static inline bool is_missing(int number) { return number == ENOENT || number == ENOTDIR; }

}  // namespace std::filesystem
