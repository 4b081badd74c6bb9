// printf into memory and scanf from memory. libc does the work; the strings that it reads and the places that it writes
// are found by going through the format as it does (report_printed, report_scanned; standard output and input use them
// too). What is printed is measured first, so that a buffer that is too small is reported before it is overrun.
#include <stdint.h>
#include <wchar.h>

#include <algorithm>
#include <vector>

#include "machine/announce.h"
#include "machine/error_numbers.h"
#include "machine/streams.h"

using namespace heddle;

namespace {

// One conversion of a format.
struct Conversion {
  bool suppressed = false;  // scanf: *
  int argument = 0;         // %1$d: 1
  int width_argument = 0, precision_argument = 0;
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

// A width or precision: a number, * or, in a format with numbered arguments, *2$.
const char* amount(const char* f, bool& star, int& star_argument, int& value) {
  if (*f != '*') return number(f, value);
  star = true;
  const char* behind = number(f + 1, star_argument);
  return *behind == '$' ? behind + 1 : f + 1;
}

// From behind one conversion to behind the next. kind 0: there is none.
const char* next_conversion(const char* f, bool scanning, Conversion& c) {
  c = Conversion{};
  while (*f && *f != '%') f++;
  if (!*f++) return f - 1;
  if (const char* behind = number(f, c.argument); behind != f && *behind == '$')
    f = behind + 1;
  else
    c.argument = 0;
  if (scanning && *f == '*') c.suppressed = true, f++;
  while (!scanning && *f && strchr("-+ #0'I", *f)) f++;
  f = scanning ? number(f, c.width) : amount(f, c.star_width, c.width_argument, c.width);
  if (*f == '.') {
    c.precision = 0;
    f = amount(f + 1, c.star_precision, c.precision_argument, c.precision);
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

// What a conversion takes of the arguments: i int, l long, d double, L long double, p pointer, 0 nothing.
char taken_by(const Conversion& c) {
  if (c.kind == '%' || c.kind == 'm') return 0;
  if (strchr("diuxXocCbB", c.kind)) return integer_size(c.length) > sizeof(int) ? 'l' : 'i';
  if (strchr("aAeEfFgG", c.kind)) return c.length == 'L' ? 'L' : 'd';
  return 'p';
}

// The next argument; what only has a value for a number is forgotten.
std::uint64_t take(char what, va_list& arguments) {
  switch (what) {
    case 'i':
      return static_cast<std::uint64_t>(va_arg(arguments, int));
    case 'd':
      static_cast<void>(va_arg(arguments, double));
      return 0;
    case 'L':
      static_cast<void>(va_arg(arguments, long double));
      return 0;
    default:
      return va_arg(arguments, std::uint64_t);
  }
}

// %2$s %1$*3$d: the arguments are as many as the largest number says, each of the type of the conversion that takes it.
constexpr int kMostNumbered = 64;
struct Numbered {
  char taken[kMostNumbered + 1] = {};
  std::uint64_t value[kMostNumbered + 1] = {};
  int count = 0;

  void note(int argument, char what) {
    if (argument < 1 || what == 0) return;
    if (argument > kMostNumbered) engine->refuse("more than 64 numbered arguments of printf or scanf are not modelled");
    taken[argument] = what;
    count = std::max(count, argument);
  }
  void take_all(va_list& arguments) {
    for (int i = 1; i <= count; i++) value[i] = take(taken[i] ? taken[i] : 'i', arguments);
  }
};

bool is_numbered(const char* format, bool scanning) {
  Conversion c;
  while (format = next_conversion(format, scanning, c), c.kind != 0)
    if (c.argument > 0) return true;
  return false;
}

void report_conversion(const Call& call, const Conversion& c, void* p) {
  if (c.kind == 's' || c.kind == 'S') report_string(call, c, p);
  if (c.kind == 'n') writes(p, integer_size(c.length), call.site());
}

void report_numbered(const Call& call, const char* format, va_list& arguments) {
  Numbered all;
  Conversion c;
  for (const char* f = format; f = next_conversion(f, false, c), c.kind != 0;) {
    all.note(c.argument, taken_by(c));
    if (c.star_width) all.note(c.width_argument, 'i');
    if (c.star_precision) all.note(c.precision_argument, 'i');
  }
  all.take_all(arguments);
  for (const char* f = format; f = next_conversion(f, false, c), c.kind != 0;) {
    if (taken_by(c) != 'p' || c.argument < 1) continue;
    if (c.star_precision) c.precision = static_cast<int>(all.value[std::clamp(c.precision_argument, 0, kMostNumbered)]);
    report_conversion(call, c, reinterpret_cast<void*>(all.value[c.argument]));
  }
}

void report_conversions(const Call& call, const char* format, va_list& arguments) {
  if (is_numbered(format, false)) return report_numbered(call, format, arguments);
  Conversion c;
  while (format = next_conversion(format, false, c), c.kind != 0) {
    if (c.star_width) take('i', arguments);
    if (c.star_precision) c.precision = static_cast<int>(take('i', arguments));
    const char what = taken_by(c);
    if (what == 0) continue;
    const std::uint64_t value = take(what, arguments);
    if (what == 'p') report_conversion(call, c, reinterpret_cast<void*>(value));
  }
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
  va_list copy;
  va_copy(copy, arguments);
  report_conversions(call, format, copy);
  va_end(copy);
}

void report_scanned(const Call& call, const char* format, int count, va_list arguments) {
  reads(format, strlen(format) + 1, call.site());
  Numbered all;
  Conversion c;
  if (is_numbered(format, true)) {
    for (const char* f = format; f = next_conversion(f, true, c), c.kind != 0;) {
      if (c.kind == '[') f = behind_set(f);
      all.note(c.argument, 'p');
    }
    va_list copy;
    va_copy(copy, arguments);
    all.take_all(copy);
    va_end(copy);
  }
  while (format = next_conversion(format, true, c), c.kind != 0) {
    const bool set = c.kind == '[' || c.kind == 's';
    if (c.kind == '[') format = behind_set(format);
    if (c.suppressed || c.kind == '%') continue;
    if (c.kind != 'n' && count-- <= 0) return;
    void* place = c.argument > 0 ? reinterpret_cast<void*>(all.value[c.argument]) : va_arg(arguments, void*);
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

// Wide text in memory. The format is made of the same conversions: what is no character of them is none of ours.
int rt_vswprintf(wchar_t* out, std::size_t room, const wchar_t* format, va_list arguments) {
  Call call;
  const std::size_t length = wcslen(format);
  reads(format, (length + 1) * sizeof *format, call.site());
  native_errno() = engine->error_number(engine->current);
  char* plain = static_cast<char*>(__builtin_alloca(length + 1));
  for (std::size_t i = 0; i <= length; i++) plain[i] = format[i] < 128 ? static_cast<char>(format[i]) : 'x';
  va_list copy;
  va_copy(copy, arguments);
  report_conversions(call, plain, copy);
  va_end(copy);
  if (room == 0) return -1;
  // How much it is can only be found out by doing it.
  int n = -1;
  {
    std::vector<wchar_t> trial(std::min<std::size_t>(room, 1 << 20));
    va_copy(copy, arguments);
    n = vswprintf(trial.data(), trial.size(), format, copy);
    va_end(copy);
  }
  writes(out, (n < 0 ? room : static_cast<std::size_t>(n) + 1) * sizeof *out, call.site());
  return vswprintf(out, room, format, arguments);
}
int rt_swprintf(wchar_t* out, std::size_t room, const wchar_t* format, ...) {
  HEDDLE_VARIADIC(rt_vswprintf(out, room, format, arguments))
}
int rt_vswprintf_chk(wchar_t* out, std::size_t room, int, std::size_t size, const wchar_t* format, va_list arguments) {
  return rt_vswprintf(out, std::min(room, size), format, arguments);
}
int rt_swprintf_chk(wchar_t* out, std::size_t room, int, std::size_t size, const wchar_t* format, ...) {
  HEDDLE_VARIADIC(rt_vswprintf(out, std::min(room, size), format, arguments))
}

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
