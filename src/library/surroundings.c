// Small things about the surroundings of the program: the locale, the names of errors and the machine. (The
// environment variables: environment.c.)
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "real.h"

long real_sysconf(int) HEDDLE_REAL("sysconf");
int real_uname(struct utsname*) HEDDLE_REAL("uname");
int real_gethostname(char*, size_t) HEDDLE_REAL("gethostname");
char* real_strerror_r(int, char*, size_t) HEDDLE_REAL("strerror_r");
char* real_strsignal(int) HEDDLE_REAL("strsignal");

// There is only the C locale here: the C library's own is not part of the program's state. To set it need not be safe
// beside another thread that sets or asks for it (C17 7.11.1.1), whatever it is set to.
char* setlocale(int category, const char* name) {
  static char locale[] = "C";
  const int known = category >= LC_CTYPE && category <= LC_IDENTIFICATION;
  if (known && (!name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX"))) {
    if (name)
      touched_written(locale, sizeof locale);
    else
      touched_read(locale, sizeof locale);
    return locale;
  }
  errno = known ? ENOENT : EINVAL;
  return NULL;
}

// Always two processors, as std::thread::hardware_concurrency() says: the number of threads must not depend on where
// the tool runs.
void heddle_notices_processors(void);  // machine/models_libc.cpp
int get_nprocs(void) {
  heddle_notices_processors();
  return 2;
}
int get_nprocs_conf(void) { return get_nprocs(); }
long sysconf(int name) {
  return name == _SC_NPROCESSORS_CONF || name == _SC_NPROCESSORS_ONLN ? get_nprocs() : real_sysconf(name);
}

int uname(struct utsname* out) {
  const int error = real_uname(out);
  touched_written(out, sizeof *out);
  return error;
}
int gethostname(char* out, size_t room) {
  const int error = real_gethostname(out, room);
  if (error == 0) touched_written(out, strnlen(out, room - 1) + 1);
  return error;
}

char* strerror_r(int number, char* out, size_t room) {
  char* text = real_strerror_r(number, out, room);
  if (text == out) touched_written(out, strlen(out) + 1);
  return text;
}
// Since 2.32 glibc keeps the text for an unknown number per thread.
char* strerror(int number) {
  static _Thread_local char unknown[64];
  return strerror_r(number, unknown, sizeof unknown);
}
char* strsignal(int number) {
  static _Thread_local char unknown[64];
  char* text = real_strsignal(number);
  return sigdescr_np(number) ? text : strcpy(unknown, text);
}
int __xpg_strerror_r(int number, char* out, size_t room) {
  char buffer[128];
  const char* text = real_strerror_r(number, buffer, sizeof buffer);
  const size_t length = strlen(text);
  if (room > 0) {
    const size_t fits = length < room ? length : room - 1;
    memcpy(out, text, fits);
    out[fits] = 0;
  }
  return length < room ? 0 : ERANGE;
}

// What __builtin_cpu_supports() looks at: a processor without extras, so that the way through the program does not depend
// on where the tool runs.
unsigned __cpu_model[4], __cpu_features2[4];
int __cpu_indicator_init(void) { return 0; }
