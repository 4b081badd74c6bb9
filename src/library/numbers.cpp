// Text to numbers. The library converts; what it has read is reported: up to and including the character at which it
// stopped. (Blanks and a sign that turn out to belong to no number are not reported: strtol gives back the beginning.)
#include <inttypes.h>
#include <stdlib.h>

#include "real.h"

#define INTEGER(type, name)                                                          \
  extern "C" type real_##name(const char*, char**, int) noexcept HEDDLE_REAL(#name); \
  extern "C" type name(const char* text, char** end, int base) noexcept {            \
    char* stop = nullptr; /* stays so if there is no such base */                    \
    const type value = real_##name(text, &stop, base);                               \
    if (!stop) return value;                                                         \
    touched_read(text, static_cast<size_t>(stop - text) + 1);                        \
    if (end) *end = stop;                                                            \
    return value;                                                                    \
  }

INTEGER(long, strtol)
INTEGER(long long, strtoll)
INTEGER(unsigned long, strtoul)
INTEGER(unsigned long long, strtoull)
INTEGER(intmax_t, strtoimax)
INTEGER(uintmax_t, strtoumax)

#define FLOATING(type, name)                                                    \
  extern "C" type real_##name(const char*, char**) noexcept HEDDLE_REAL(#name); \
  extern "C" type name(const char* text, char** end) noexcept {                 \
    char* stop;                                                                 \
    const type value = real_##name(text, &stop);                                \
    touched_read(text, static_cast<size_t>(stop - text) + 1);                   \
    if (end) *end = stop;                                                       \
    return value;                                                               \
  }

FLOATING(double, strtod)
FLOATING(float, strtof)
FLOATING(long double, strtold)

extern "C" int atoi(const char* text) noexcept { return static_cast<int>(strtol(text, nullptr, 10)); }
extern "C" long atol(const char* text) noexcept { return strtol(text, nullptr, 10); }
extern "C" long long atoll(const char* text) noexcept { return strtoll(text, nullptr, 10); }
extern "C" double atof(const char* text) noexcept { return strtod(text, nullptr); }
