// The environment of the program. It is empty at the beginning: what is set where the tool runs is no part of the
// program. The list is a variable of the program, so that setenv in one thread races with getenv in another, which need
// not be thread-safe against each other (C 7.24.4.6, POSIX 2.9.1).
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char* no_variables[1];
char** environ = no_variables;
static char** own_list;  // the list, if it was made here

static size_t count(void) {
  size_t n = 0;
  while (environ && environ[n]) n++;
  return n;
}

// The place of a variable in the list, or of the null pointer at its end.
static size_t find(const char* name, size_t length) {
  size_t i = 0;
  for (; environ && environ[i]; i++)
    if (strncmp(environ[i], name, length) == 0 && environ[i][length] == '=') break;
  return i;
}

static bool is_name(const char* name) { return name && *name && !strchr(name, '='); }

void heddle_notices_environment(void);  // machine/models_libc.cpp

char* getenv(const char* name) {
  const size_t length = strlen(name), i = find(name, length);
  if (!environ || !environ[i]) heddle_notices_environment();
  return environ && environ[i] ? environ[i] + length + 1 : NULL;
}
char* secure_getenv(const char* name) { return getenv(name); }

static void put(char* text, size_t length) {
  const size_t i = find(text, length), n = count();
  if (i == n) {
    char** longer = malloc((n + 2) * sizeof *longer);
    if (n) memcpy(longer, environ, n * sizeof *longer);
    longer[n + 1] = NULL;
    if (own_list == environ) free(own_list);
    environ = own_list = longer;
  }
  environ[i] = text;
}

int setenv(const char* name, const char* value, int overwrite) {
  if (!is_name(name)) return errno = EINVAL, -1;
  if (!overwrite && getenv(name)) return 0;
  const size_t length = strlen(name), size = strlen(value) + 1;
  char* text = malloc(length + 1 + size);
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, size);
  put(text, length);
  return 0;
}
int unsetenv(const char* name) {
  if (!is_name(name)) return errno = EINVAL, -1;
  const size_t length = strlen(name);
  for (size_t i; environ && environ[i = find(name, length)];)
    for (; environ[i]; i++) environ[i] = environ[i + 1];
  return 0;
}
int putenv(char* text) {
  const char* equals = strchr(text, '=');
  if (!equals) return unsetenv(text);
  put(text, (size_t)(equals - text));
  return 0;
}
int clearenv(void) {
  environ = NULL;
  return 0;
}
