// snprintf and sscanf and their kin. The library does the work; the strings that it reads and the places that it writes
// are found by going through the format as it does.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "real.h"

int real_vsnprintf(char*, size_t, const char*, va_list) HEDDLE_REAL("vsnprintf");
int real_vsscanf(const char*, const char*, va_list) HEDDLE_REAL("vsscanf");

// One conversion of a format.
struct Conversion {
  bool suppressed;  // scanf: *
  bool star_width, star_precision;
  int width, precision;  // -1: none
  char length;           // h H (hh) l q (ll) j z t L, or 0
  char kind;             // d s % ..., or 0 at the end of the format
};

static bool digit(char c) { return c >= '0' && c <= '9'; }

static const char* number(const char* f, int* value) {
  if (digit(*f)) *value = 0;
  while (digit(*f)) *value = *value * 10 + (*f++ - '0');
  return f;
}

// From behind one conversion to behind the next. kind 0: there is none.
static const char* next_conversion(const char* f, bool scanning, struct Conversion* c) {
  *c = (struct Conversion){.width = -1, .precision = -1};
  while (*f && *f != '%') f++;
  if (!*f++) return f - 1;
  if (scanning) {
    if (*f == '*') c->suppressed = true, f++;
  } else {
    while (*f && strchr("-+ #0'I", *f)) f++;
    if (*f == '*') c->star_width = true, f++;
  }
  f = number(f, &c->width);
  if (*f == '.') {
    f++, c->precision = 0;
    if (*f == '*') c->star_precision = true, f++;
    f = number(f, &c->precision);
  }
  if (*f == 'm' && scanning) f++, c->length = 'm';
  while (*f && strchr("hlqjztL", *f)) {
    if (*f == 'h')
      c->length = c->length == 'h' ? 'H' : 'h';
    else if (*f == 'l')
      c->length = c->length == 'l' ? 'q' : 'l';
    else
      c->length = *f;
    f++;
  }
  c->kind = *f;
  return *f ? f + 1 : f;
}

static size_t integer_size(char length) {
  switch (length) {
    case 'H':
      return sizeof(char);
    case 'h':
      return sizeof(short);
    case 0:
      return sizeof(int);
    default:
      return sizeof(long);
  }
}

// The strings that %s reads, the integer that %n writes.
static void printed(const char* format, va_list arguments) {
  touched_read(format, strlen(format) + 1);
  struct Conversion c;
  for (;;) {
    format = next_conversion(format, false, &c);
    if (c.star_width) (void)va_arg(arguments, int);
    if (c.star_precision) c.precision = va_arg(arguments, int);
    switch (c.kind) {
      case 0:
        return;
      case '%':
      case 'm':
        break;
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
      case 'c':
      case 'C':
      case 'b':
      case 'B':
        if (integer_size(c.length) > sizeof(int))
          (void)va_arg(arguments, long);
        else
          (void)va_arg(arguments, int);
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (c.length == 'L')
          (void)va_arg(arguments, long double);
        else
          (void)va_arg(arguments, double);
        break;
      case 's':
        if (c.length == 'l') {
          const wchar_t* s = va_arg(arguments, const wchar_t*);
          if (s) touched_read(s, (wcslen(s) + 1) * sizeof *s);
        } else {
          const char* s = va_arg(arguments, const char*);
          const size_t n = !s ? 0 : c.precision >= 0 ? strnlen(s, (size_t)c.precision) : strlen(s) + 1;
          touched_read(s, n);
        }
        break;
      case 'n':
        touched_written(va_arg(arguments, void*), integer_size(c.length));
        break;
      default:
        (void)va_arg(arguments, void*);
    }
  }
}

int vsnprintf(char* out, size_t room, const char* format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int n = real_vsnprintf(out, room, format, arguments);
  printed(format, copy);
  va_end(copy);
  if (n >= 0 && room > 0) touched_written(out, (size_t)n < room ? (size_t)n + 1 : room);
  return n;
}
int vsprintf(char* out, const char* format, va_list arguments) { return vsnprintf(out, INT32_MAX, format, arguments); }
int vasprintf(char** out, const char* format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int n = real_vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  char* text = n < 0 ? NULL : malloc((size_t)n + 1);
  if (!text) return -1;
  *out = text;
  return vsnprintf(text, (size_t)n + 1, format, arguments);
}

#define VARIADIC(call)         \
  va_list arguments;           \
  va_start(arguments, format); \
  const int n = call;          \
  va_end(arguments);           \
  return n;

int snprintf(char* out, size_t room, const char* format, ...) { VARIADIC(vsnprintf(out, room, format, arguments)) }
int sprintf(char* out, const char* format, ...) { VARIADIC(vsprintf(out, format, arguments)) }
int asprintf(char** out, const char* format, ...) { VARIADIC(vasprintf(out, format, arguments)) }
int __vsnprintf_chk(char* out, size_t room, int flag, size_t size, const char* format, va_list arguments) {
  return (void)flag, vsnprintf(out, room < size ? room : size, format, arguments);
}
int __vsprintf_chk(char* out, int flag, size_t size, const char* format, va_list arguments) {
  return __vsnprintf_chk(out, INT32_MAX, flag, size, format, arguments);
}
int __snprintf_chk(char* out, size_t room, int flag, size_t size, const char* format, ...) {
  VARIADIC(__vsnprintf_chk(out, room, flag, size, format, arguments))
}
int __sprintf_chk(char* out, int flag, size_t size, const char* format, ...) {
  VARIADIC(__vsprintf_chk(out, flag, size, format, arguments))
}
int __vasprintf_chk(char** out, int flag, const char* format, va_list arguments) {
  return (void)flag, vasprintf(out, format, arguments);
}
int __asprintf_chk(char** out, int flag, const char* format, ...) {
  VARIADIC(__vasprintf_chk(out, flag, format, arguments))
}

// The places that the first `count` conversions filled (and %n, which does not count).
static void scanned(const char* format, int count, va_list arguments) {
  struct Conversion c;
  for (;;) {
    format = next_conversion(format, true, &c);
    if (c.kind == 0) return;
    bool set = false;
    if (c.kind == '[') {  // up to the closing bracket, which may also be the first character of the set
      set = true;
      if (*format == '^') format++;
      if (*format == ']') format++;
      while (*format && *format != ']') format++;
      if (*format) format++;
    }
    if (c.suppressed || c.kind == '%') continue;
    if (c.kind != 'n' && count-- <= 0) return;
    void* place = va_arg(arguments, void*);
    const size_t wide = c.length == 'l' ? sizeof(wchar_t) : 1;
    switch (c.kind) {
      case 'c':
        touched_written(place, (c.width < 0 ? 1 : (size_t)c.width) * wide);
        break;
      case 's':
        set = true;
        break;
      case 'a':
      case 'e':
      case 'f':
      case 'g':
      case 'E':
      case 'F':
      case 'G':
      case 'A':
        touched_written(place, c.length == 'L'   ? sizeof(long double)
                               : c.length == 'l' ? sizeof(double)
                                                 : sizeof(float));
        break;
      case 'p':
        touched_written(place, sizeof(void*));
        break;
      default:
        if (!set) touched_written(place, integer_size(c.length));
    }
    if (set) touched_written(place, wide == 1 ? strlen(place) + 1 : (wcslen(place) + 1) * wide);
  }
}

static int scan(const char* text, const char* format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int n = real_vsscanf(text, format, arguments);
  touched_read(text, strlen(text) + 1);
  touched_read(format, strlen(format) + 1);
  scanned(format, n, copy);
  va_end(copy);
  return n;
}

// <stdio.h> gives sscanf the linker-level name __isoc99_sscanf; programs may use either.
int scan_list(const char* text, const char* format, va_list arguments) __asm__("vsscanf");
int scan_list(const char* text, const char* format, va_list arguments) { return scan(text, format, arguments); }
int scan_list_99(const char* text, const char* format, va_list arguments) __asm__("__isoc99_vsscanf");
int scan_list_99(const char* text, const char* format, va_list arguments) { return scan(text, format, arguments); }
int scan_each(const char* text, const char* format, ...) __asm__("sscanf");
int scan_each(const char* text, const char* format, ...) { VARIADIC(scan(text, format, arguments)) }
int scan_each_99(const char* text, const char* format, ...) __asm__("__isoc99_sscanf");
int scan_each_99(const char* text, const char* format, ...) { VARIADIC(scan(text, format, arguments)) }
