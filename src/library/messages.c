// The messages of <err.h> and <error.h>: a line on standard error, and perhaps the end of the process.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(const char* format, va_list arguments, int number) {
  fputs("program: ", stderr);
  if (format != NULL) vfprintf(stderr, format, arguments);
  if (number != 0) fprintf(stderr, "%s%s", format != NULL ? ": " : "", strerror(number));
  fputc('\n', stderr);
}

void vwarn(const char* format, va_list arguments) { say(format, arguments, errno); }
void vwarnx(const char* format, va_list arguments) { say(format, arguments, 0); }
void verr(int status, const char* format, va_list arguments) {
  say(format, arguments, errno);
  exit(status);
}
void verrx(int status, const char* format, va_list arguments) {
  say(format, arguments, 0);
  exit(status);
}

#define WITH_ARGUMENTS(call)    \
  va_list arguments;            \
  va_start(arguments, format);  \
  call;                         \
  va_end(arguments)
void warn(const char* format, ...) { WITH_ARGUMENTS(vwarn(format, arguments)); }
void warnx(const char* format, ...) { WITH_ARGUMENTS(vwarnx(format, arguments)); }
void err(int status, const char* format, ...) { WITH_ARGUMENTS(verr(status, format, arguments)); }
void errx(int status, const char* format, ...) { WITH_ARGUMENTS(verrx(status, format, arguments)); }
void error(int status, int number, const char* format, ...) {
  fflush(stdout);
  WITH_ARGUMENTS(say(format, arguments, number));
  if (status != 0) exit(status);
}
