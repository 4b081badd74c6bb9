// String functions that the machine does not intercept, written out: every character goes through a hook. strtok keeps
// its place in a variable of the program, where a race on it shows (two threads must not use it at once) and a return
// to an earlier state brings it back.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "real.h"

static bool contains(const char* set, char c) {
  for (; *set; set++)
    if (*set == c) return true;
  return false;
}

static int compare_folded(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    const int x = tolower((unsigned char)(a[i])), y = tolower((unsigned char)(b[i]));
    if (x != y || x == 0) return x - y;
  }
  return 0;
}

size_t strspn(const char* s, const char* accept) {
  size_t n = 0;
  while (s[n] && contains(accept, s[n])) n++;
  return n;
}

size_t strcspn(const char* s, const char* reject) {
  size_t n = 0;
  while (s[n] && !contains(reject, s[n])) n++;
  return n;
}

char* strpbrk(const char* s, const char* accept) {
  s += strcspn(s, accept);
  return *s ? (char*)s : NULL;
}

char* strsep(char** rest, const char* separators) {
  char* token = *rest;
  if (!token) return NULL;
  char* end = token + strcspn(token, separators);
  *rest = *end ? end + 1 : NULL;
  if (*end) *end = 0;
  return token;
}

char* strtok_r(char* s, const char* separators, char** place) {
  if (!s) s = *place;
  s += strspn(s, separators);
  if (!*s) {
    *place = s;
    return NULL;
  }
  char* end = s + strcspn(s, separators);
  *place = *end ? end + 1 : end;
  if (*end) *end = 0;
  return s;
}
char* __strtok_r(char* s, const char* separators, char** place) { return strtok_r(s, separators, place); }

char* strtok(char* s, const char* separators) {
  static char* place;
  return strtok_r(s, separators, &place);
}

int strcasecmp(const char* a, const char* b) { return compare_folded(a, b, ~(size_t)0); }
int strncasecmp(const char* a, const char* b, size_t n) { return compare_folded(a, b, n); }

char* strcasestr(const char* s, const char* part) {
  const size_t n = strlen(part);
  for (;; s++) {
    if (compare_folded(s, part, n) == 0) return (char*)s;
    if (!*s) return NULL;
  }
}

char* strchrnul(const char* s, int c) {
  while (*s && *s != (char)(c)) s++;
  return (char*)s;
}

void* rawmemchr(const void* p, int c) {
  const unsigned char* bytes = (const unsigned char*)p;
  while (*bytes != (unsigned char)(c)) bytes++;
  return (unsigned char*)bytes;
}

void* memrchr(const void* p, int c, size_t n) {
  const unsigned char* bytes = (const unsigned char*)p;
  while (n-- > 0)
    if (bytes[n] == (unsigned char)(c)) return (unsigned char*)(bytes + n);
  return NULL;
}

void* memccpy(void* to, const void* from, int c, size_t n) {
  unsigned char* out = (unsigned char*)to;
  const unsigned char* in = (const unsigned char*)from;
  for (size_t i = 0; i < n; i++)
    if ((out[i] = in[i]) == (unsigned char)(c)) return out + i + 1;
  return NULL;
}

void* memmem(const void* p, size_t n, const void* part, size_t size) {
  const unsigned char* bytes = (const unsigned char*)p;
  for (size_t i = 0; size <= n && i <= n - size; i++)
    if (memcmp(bytes + i, part, size) == 0) return (unsigned char*)(bytes + i);
  return NULL;
}

char* stpncpy(char* to, const char* from, size_t n) {
  const size_t length = strnlen(from, n);
  strncpy(to, from, n);
  return to + length;
}

char* index(const char* s, int c) { return (char*)(strchr(s, c)); }
char* rindex(const char* s, int c) { return (char*)(strrchr(s, c)); }
void bcopy(const void* from, void* to, size_t n) { memmove(to, from, n); }
void explicit_bzero(void* to, size_t n) { memset(to, 0, n); }

// The program runs in the C locale.
int strcoll(const char* a, const char* b) { return strcmp(a, b); }
size_t strxfrm(char* to, const char* from, size_t n) {
  const size_t length = strlen(from);
  if (n != 0) strncpy(to, from, n <= length ? n : length + 1);
  return length;
}

// Compares numbers in names as numbers: it looks at what is the same, the first difference, and the digits that follow.
int real_strverscmp(const char*, const char*) HEDDLE_REAL("strverscmp");
int strverscmp(const char* a, const char* b) {
  size_t same = 0, more = 0;
  while (a[same] == b[same] && a[same]) same++;
  while (isdigit((unsigned char)a[same + more]) && isdigit((unsigned char)b[same + more])) more++;
  return real_strverscmp(a, b);
}

void swab(const void* restrict from, void* restrict to, ssize_t n) {
  const char* const a = from;
  char* const b = to;
  for (ssize_t i = (n & ~(ssize_t)1) - 2; i >= 0; i -= 2) {
    const char first = a[i], second = a[i + 1];
    b[i] = second;
    b[i + 1] = first;
  }
}

int real_fnmatch(const char*, const char*, int) HEDDLE_REAL("fnmatch");
int fnmatch(const char* pattern, const char* text, int flags) {
  touched_read(pattern, strlen(pattern) + 1);
  touched_read(text, strlen(text) + 1);
  return real_fnmatch(pattern, text, flags);
}
