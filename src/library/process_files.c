// Files below /proc, by which programs ask about themselves (Boost.Test: am I run by a debugger?). Here there are none, as on
// other systems: one of the answers that a program has to live with, and an assumption of the verdict. Any other file is
// refused as it was, unless the user trusts the function: then it is the real one.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "real.h"

void heddle_notices_process_files(void);  // machine/models_libc.cpp
void heddle_refuses_function(const char* name);

int real_open(const char*, int, ...) HEDDLE_REAL("open");
int real_open64(const char*, int, ...) HEDDLE_REAL("open64");
FILE* real_fopen(const char*, const char*) HEDDLE_REAL("fopen");
FILE* real_fopen64(const char*, const char*) HEDDLE_REAL("fopen64");

static int is_missing(const char* name) {
  touched_read(name, strlen(name) + 1);
  if (strncmp(name, "/proc/", 6) != 0) return 0;
  heddle_notices_process_files();
  errno = ENOENT;
  return 1;
}

// Read only if there is one.
#define MODE_OF(flags)                                              \
  int mode = 0;                                                     \
  if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) {  \
    va_list rest;                                                   \
    va_start(rest, flags);                                          \
    mode = va_arg(rest, int);                                       \
    va_end(rest);                                                   \
  }

int open(const char* name, int flags, ...) {
  if (is_missing(name)) return -1;
  heddle_refuses_function("open");
  MODE_OF(flags)
  return real_open(name, flags, mode);
}
int open64(const char* name, int flags, ...) {
  if (is_missing(name)) return -1;
  heddle_refuses_function("open64");
  MODE_OF(flags)
  return real_open64(name, flags, mode);
}

FILE* fopen(const char* name, const char* mode) {
  if (is_missing(name)) return NULL;
  heddle_refuses_function("fopen");
  return real_fopen(name, mode);
}
FILE* fopen64(const char* name, const char* mode) {
  if (is_missing(name)) return NULL;
  heddle_refuses_function("fopen64");
  return real_fopen64(name, mode);
}
