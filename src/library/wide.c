// Wide strings, written out: every character goes through a hook. The program runs in the C locale. Conversions are the
// library's own, which report what they read and write.
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "real.h"

size_t wcslen(const wchar_t* s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t wcsnlen(const wchar_t* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}
wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t n) { return memcpy(to, from, n * sizeof(wchar_t)); }
wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t n) { return memmove(to, from, n * sizeof(wchar_t)); }
wchar_t* wmempcpy(wchar_t* to, const wchar_t* from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t* wmemset(wchar_t* to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}
int wmemcmp(const wchar_t* a, const wchar_t* b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
wchar_t* wmemchr(const wchar_t* s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t*)(s + i);
  return NULL;
}

wchar_t* wcscpy(wchar_t* to, const wchar_t* from) { return wmemcpy(to, from, wcslen(from) + 1); }
wchar_t* wcpcpy(wchar_t* to, const wchar_t* from) { return wcscpy(to, from) + wcslen(from); }
wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t n) {
  const size_t length = wcsnlen(from, n);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, n - length);
  return to;
}
wchar_t* wcscat(wchar_t* to, const wchar_t* from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t n) {
  const size_t length = wcsnlen(from, n);
  wchar_t* end = to + wcslen(to);
  wmemcpy(end, from, length);
  end[length] = 0;
  return to;
}
wchar_t* wcsdup(const wchar_t* s) {
  const size_t n = wcslen(s) + 1;
  return wmemcpy(malloc(n * sizeof(wchar_t)), s, n);
}

int wcsncmp(const wchar_t* a, const wchar_t* b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  return i == n || a[i] == b[i] ? 0 : a[i] < b[i] ? -1 : 1;
}
int wcscmp(const wchar_t* a, const wchar_t* b) { return wcsncmp(a, b, ~(size_t)0); }
int wcscoll(const wchar_t* a, const wchar_t* b) { return wcscmp(a, b); }
wchar_t* wcschr(const wchar_t* s, wchar_t c) {
  for (; *s != c; s++)
    if (!*s) return NULL;
  return (wchar_t*)s;
}
wchar_t* wcsrchr(const wchar_t* s, wchar_t c) {
  for (size_t n = wcslen(s) + 1; n-- > 0;)
    if (s[n] == c) return (wchar_t*)(s + n);
  return NULL;
}
wchar_t* wcsstr(const wchar_t* s, const wchar_t* part) {
  const size_t n = wcslen(part);
  for (;; s++) {
    if (wcsncmp(s, part, n) == 0) return (wchar_t*)s;
    if (!*s) return NULL;
  }
}
size_t wcsspn(const wchar_t* s, const wchar_t* accept) {
  size_t n = 0;
  while (s[n] && wcschr(accept, s[n])) n++;
  return n;
}
size_t wcscspn(const wchar_t* s, const wchar_t* reject) {
  size_t n = 0;
  while (s[n] && !wcschr(reject, s[n])) n++;
  return n;
}
wchar_t* wcspbrk(const wchar_t* s, const wchar_t* accept) {
  s += wcscspn(s, accept);
  return *s ? (wchar_t*)s : NULL;
}

#define INTEGER(type, name)                                            \
  type real_##name(const wchar_t*, wchar_t**, int) HEDDLE_REAL(#name); \
  type name(const wchar_t* text, wchar_t** end, int base) {            \
    wchar_t* stop;                                                     \
    const type value = real_##name(text, &stop, base);                 \
    touched_read(text, ((size_t)(stop - text) + 1) * sizeof(wchar_t)); \
    if (end) *end = stop;                                              \
    return value;                                                      \
  }
INTEGER(long, wcstol)
INTEGER(long long, wcstoll)
INTEGER(unsigned long, wcstoul)
INTEGER(unsigned long long, wcstoull)

size_t real_mbstowcs(wchar_t*, const char*, size_t) HEDDLE_REAL("mbstowcs");
size_t real_wcstombs(char*, const wchar_t*, size_t) HEDDLE_REAL("wcstombs");

size_t mbstowcs(wchar_t* to, const char* from, size_t n) {
  const size_t most = to ? n : ~(size_t)0, present = strnlen(from, most);  // one byte a character
  touched_read(from, present < most ? present + 1 : present);
  const size_t length = real_mbstowcs(to, from, n);
  if (to && length != (size_t)-1) touched_written(to, (length < n ? length + 1 : n) * sizeof(wchar_t));
  return length;
}
size_t wcstombs(char* to, const wchar_t* from, size_t n) {
  const size_t most = to ? n : ~(size_t)0, present = wcsnlen(from, most);
  touched_read(from, (present < most ? present + 1 : present) * sizeof(wchar_t));
  const size_t length = real_wcstombs(to, from, n);
  if (to && length != (size_t)-1) touched_written(to, length < n ? length + 1 : n);
  return length;
}

// One character. The C locale has no states, so that nothing is kept from one call to the next.
size_t real_mbrtowc(wchar_t*, const char*, size_t, mbstate_t*) HEDDLE_REAL("mbrtowc");
size_t real_wcrtomb(char*, wchar_t, mbstate_t*) HEDDLE_REAL("wcrtomb");

int mbtowc(wchar_t* to, const char* from, size_t n) {
  if (!from) return 0;
  if (n == 0) return -1;
  mbstate_t state = {0};
  wchar_t c;
  touched_read(from, 1);
  const size_t used = real_mbrtowc(&c, from, n, &state);
  if (used > n) return -1;
  if (to) *to = c;
  return (int)used;
}
int mblen(const char* from, size_t n) { return mbtowc(NULL, from, n); }
int wctomb(char* to, wchar_t c) {
  if (!to) return 0;
  mbstate_t state = {0};
  char text[MB_LEN_MAX];
  const size_t used = real_wcrtomb(text, c, &state);
  if (used == (size_t)-1) return -1;
  memcpy(to, text, used);
  return (int)used;
}

#define REAL_NUMBER(type, name)                                        \
  type real_##name(const wchar_t*, wchar_t**) HEDDLE_REAL(#name);      \
  type name(const wchar_t* text, wchar_t** end) {                      \
    wchar_t* stop;                                                     \
    const type value = real_##name(text, &stop);                       \
    touched_read(text, ((size_t)(stop - text) + 1) * sizeof(wchar_t)); \
    if (end) *end = stop;                                              \
    return value;                                                      \
  }
REAL_NUMBER(double, wcstod)
REAL_NUMBER(float, wcstof)
REAL_NUMBER(long double, wcstold)

// Restartable conversions: what they would keep from one call to the next is always nothing.
size_t mbrtowc(wchar_t* to, const char* from, size_t n, mbstate_t* state) {
  (void)state;
  if (!from) return 0;
  if (n == 0) return (size_t)-2;
  mbstate_t none = {0};
  wchar_t c;
  touched_read(from, 1);
  const size_t used = real_mbrtowc(&c, from, n, &none);
  if (to && used <= n) *to = c;
  return used;
}
size_t mbrlen(const char* from, size_t n, mbstate_t* state) { return mbrtowc(NULL, from, n, state); }
size_t wcrtomb(char* to, wchar_t c, mbstate_t* state) {
  (void)state;
  if (!to) return 1;
  mbstate_t none = {0};
  char text[MB_LEN_MAX];
  const size_t used = real_wcrtomb(text, c, &none);
  if (used != (size_t)-1) memcpy(to, text, used);
  return used;
}
int mbsinit(const mbstate_t* state) {
  (void)state;
  return 1;
}
// Up to `most` bytes of *from, for at most n characters; without `to` only counted.
size_t mbsnrtowcs(wchar_t* to, const char** from, size_t most, size_t n, mbstate_t* state) {
  const char* text = *from;
  size_t length = 0;
  for (; (!to || length < n) && most > 0; length++, text++, most--) {
    wchar_t c;
    if (mbrtowc(&c, text, 1, state) == (size_t)-1) {
      if (to) *from = text;
      return (size_t)-1;
    }
    if (to) to[length] = c;
    if (c == 0) {
      text = NULL;
      break;
    }
  }
  if (to) *from = text;
  return length;
}
size_t mbsrtowcs(wchar_t* to, const char** from, size_t n, mbstate_t* state) {
  return mbsnrtowcs(to, from, ~(size_t)0, n, state);
}
size_t wcsnrtombs(char* to, const wchar_t** from, size_t most, size_t n, mbstate_t* state) {
  const wchar_t* text = *from;
  size_t length = 0;
  for (; (!to || length < n) && most > 0; length++, text++, most--) {
    char c;
    const wchar_t wide = *text;
    if (wcrtomb(&c, wide, state) == (size_t)-1) {
      if (to) *from = text;
      return (size_t)-1;
    }
    if (to) to[length] = c;
    if (wide == 0) {
      text = NULL;
      break;
    }
  }
  if (to) *from = text;
  return length;
}
size_t wcsrtombs(char* to, const wchar_t** from, size_t n, mbstate_t* state) {
  return wcsnrtombs(to, from, ~(size_t)0, n, state);
}
