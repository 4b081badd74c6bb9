// printf into memory and scanf from memory. libc does the work; the strings that it reads and the places that it writes
// are found by going through the format as it does (report_printed, report_scanned; standard output and input use them
// too). What is printed is measured first, so that a buffer that is too small is reported before it is overrun.
#include <stdint.h>
#include <wchar.h>

#include <algorithm>

#include "machine/announce.h"
#include "machine/error_numbers.h"
#include "machine/streams.h"

using namespace heddle;

namespace {

// One conversion of a format.
struct Conversion {
  bool suppressed = false;  // scanf: *
  bool numbered = false;    // %1$d
  bool star_width = false, star_precision = false;
  int width = -1, precision = -1;  // -1: none
  char length = 0;                 // h H (hh) l q (ll) j z t L m, or 0
  char kind = 0;                   // d s % ..., or 0 at the end of the format
};

const char* number(const char* f, int& value) {
  if (*f >= '0' && *f <= '9') value = 0;
  for (; *f >= '0' && *f <= '9'; f++) value = value < 100'000'000 ? value * 10 + (*f - '0') : value;
  return f;
}

const char* length_modifier(const char* f, char& length) {
  for (; *f && strchr("hlqjztL", *f); f++) {
    if (*f == 'h')
      length = length == 'h' ? 'H' : 'h';
    else if (*f == 'l')
      length = length == 'l' ? 'q' : 'l';
    else
      length = *f;
  }
  return f;
}

// From behind one conversion to behind the next. kind 0: there is none.
const char* next_conversion(const char* f, bool scanning, Conversion& c) {
  c = Conversion{};
  while (*f && *f != '%') f++;
  if (!*f++) return f - 1;
  if (scanning && *f == '*') c.suppressed = true, f++;
  while (!scanning && *f && strchr("-+ #0'I", *f)) f++;
  if (!scanning && *f == '*') c.star_width = true, f++;
  f = number(f, c.width);
  if (*f == '$') {
    c.numbered = true;
    return f;
  }
  if (*f == '.') {
    f++, c.precision = 0;
    if (*f == '*') c.star_precision = true, f++;
    f = number(f, c.precision);
  }
  if (*f == 'm' && scanning) f++, c.length = 'm';
  f = length_modifier(f, c.length);
  c.kind = *f;
  return *f ? f + 1 : f;
}

std::size_t integer_size(char length) {
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

// Behind the set of %[, whose first character may be the closing bracket itself.
const char* behind_set(const char* f) {
  if (*f == '^') f++;
  if (*f == ']') f++;
  while (*f && *f != ']') f++;
  return *f ? f + 1 : f;
}

void report_string(const Call& call, const Conversion& c, const void* text) {
  if (!text) return;
  if (c.length == 'l' || c.kind == 'S') {
    const wchar_t* s = static_cast<const wchar_t*>(text);
    const std::size_t most = c.precision >= 0 ? static_cast<std::size_t>(c.precision) : SIZE_MAX / 8;
    const std::size_t n = wcsnlen(s, most);
    reads(s, (n < most ? n + 1 : n) * sizeof *s, call.site());
  } else {
    const char* s = static_cast<const char*>(text);
    const std::size_t n = c.precision >= 0 ? strnlen(s, static_cast<std::size_t>(c.precision)) : strlen(s);
    reads(s, c.precision >= 0 && n == static_cast<std::size_t>(c.precision) ? n : n + 1, call.site());
  }
}

void not_checked(const char* function) {
  engine->limit(std::string(function) +
                " with numbered arguments (%1$s): what they point to was not checked for races");
}

std::size_t scanned_size(const Conversion& c) {
  switch (c.kind) {
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G':
      return c.length == 'L' ? sizeof(long double) : c.length == 'l' ? sizeof(double) : sizeof(float);
    case 'p':
      return sizeof(void*);
    case 'c':
      return (c.width < 0 ? 1 : static_cast<std::size_t>(c.width)) * (c.length == 'l' ? sizeof(wchar_t) : 1);
    default:
      return integer_size(c.length);
  }
}

}  // namespace

namespace heddle {

void report_printed(const Call& call, const char* format, va_list arguments) {
  native_errno() = engine->error_number(engine->current);  // for %m
  reads(format, strlen(format) + 1, call.site());
  Conversion c;
  while (format = next_conversion(format, false, c), c.kind != 0 || c.numbered) {
    if (c.numbered) return not_checked("printf");
    if (c.star_width) static_cast<void>(va_arg(arguments, int));
    if (c.star_precision) c.precision = va_arg(arguments, int);
    if (c.kind == '%' || c.kind == 'm') continue;
    if (strchr("diuxXocCbB", c.kind)) {
      if (integer_size(c.length) > sizeof(int))
        static_cast<void>(va_arg(arguments, long));
      else
        static_cast<void>(va_arg(arguments, int));
    } else if (strchr("aAeEfFgG", c.kind)) {
      if (c.length == 'L')
        static_cast<void>(va_arg(arguments, long double));
      else
        static_cast<void>(va_arg(arguments, double));
    } else {
      void* p = va_arg(arguments, void*);
      if (c.kind == 's' || c.kind == 'S') report_string(call, c, p);
      if (c.kind == 'n') writes(p, integer_size(c.length), call.site());
    }
  }
}

void report_scanned(const Call& call, const char* format, int count, va_list arguments) {
  reads(format, strlen(format) + 1, call.site());
  Conversion c;
  while (format = next_conversion(format, true, c), c.kind != 0 || c.numbered) {
    if (c.numbered) return not_checked("scanf");
    const bool set = c.kind == '[' || c.kind == 's';
    if (c.kind == '[') format = behind_set(format);
    if (c.suppressed || c.kind == '%') continue;
    if (c.kind != 'n' && count-- <= 0) return;
    void* place = va_arg(arguments, void*);
    if (c.length == 'm')
      engine->refuse("scanf: %m, which allocates, is not modelled");
    else if (!set)
      writes(place, scanned_size(c), call.site());
    else if (c.length == 'l')
      writes(place, (wcslen(static_cast<wchar_t*>(place)) + 1) * sizeof(wchar_t), call.site());
    else
      writes(place, strlen(static_cast<char*>(place)) + 1, call.site());
  }
}

}  // namespace heddle

namespace {

int measure(const char* format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int n = vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  return n;
}

void report_arguments(const Call& call, const char* format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  report_printed(call, format, copy);
  va_end(copy);
}

}  // namespace

extern "C" {

int rt_vsnprintf(char* out, std::size_t room, const char* format, va_list arguments) {
  Call call;
  report_arguments(call, format, arguments);
  const int n = measure(format, arguments);
  if (n < 0 || room == 0) return n;
  const std::size_t size = std::min(room, static_cast<std::size_t>(n) + 1);
  writes(out, size, call.site());
  vsnprintf(out, size, format, arguments);
  return n;
}
int rt_vsprintf(char* out, const char* format, va_list arguments) {
  return rt_vsnprintf(out, INT32_MAX, format, arguments);
}
int rt_vasprintf(char** out, const char* format, va_list arguments) {
  Call call;
  report_arguments(call, format, arguments);
  const int n = measure(format, arguments);
  if (n < 0) return n;
  char* text = static_cast<char*>(program_allocate(static_cast<std::size_t>(n) + 1, 16, call.site()));
  if (!text) return -1;
  writes(text, static_cast<std::size_t>(n) + 1, call.site());
  vsnprintf(text, static_cast<std::size_t>(n) + 1, format, arguments);
  announce_later<"asprintf">(call, out);
  *out = text;
  return n;
}
int rt_vsnprintf_chk(char* out, std::size_t room, int, std::size_t size, const char* format, va_list arguments) {
  return rt_vsnprintf(out, std::min(room, size), format, arguments);
}
int rt_vsprintf_chk(char* out, int, std::size_t size, const char* format, va_list arguments) {
  return rt_vsnprintf(out, std::min<std::size_t>(size, INT32_MAX), format, arguments);
}
int rt_vasprintf_chk(char** out, int, const char* format, va_list arguments) {
  return rt_vasprintf(out, format, arguments);
}

int rt_snprintf(char* out, std::size_t room, const char* format, ...) {
  HEDDLE_VARIADIC(rt_vsnprintf(out, room, format, arguments))
}
int rt_sprintf(char* out, const char* format, ...) { HEDDLE_VARIADIC(rt_vsprintf(out, format, arguments)) }
int rt_asprintf(char** out, const char* format, ...) { HEDDLE_VARIADIC(rt_vasprintf(out, format, arguments)) }
int rt_snprintf_chk(char* out, std::size_t room, int, std::size_t size, const char* format, ...) {
  HEDDLE_VARIADIC(rt_vsnprintf(out, std::min(room, size), format, arguments))
}
int rt_sprintf_chk(char* out, int, std::size_t size, const char* format, ...) {
  HEDDLE_VARIADIC(rt_vsprintf_chk(out, 0, size, format, arguments))
}
int rt_asprintf_chk(char** out, int, const char* format, ...) { HEDDLE_VARIADIC(rt_vasprintf(out, format, arguments)) }

int rt_vsscanf(const char* text, const char* format, va_list arguments) {
  Call call;
  reads(text, strlen(text) + 1, call.site());
  va_list copy;
  va_copy(copy, arguments);
  const int n = vsscanf(text, format, arguments);
  report_scanned(call, format, n, copy);
  va_end(copy);
  return n;
}
int rt_sscanf(const char* text, const char* format, ...) { HEDDLE_VARIADIC(rt_vsscanf(text, format, arguments)) }
}
