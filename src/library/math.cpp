// Mathematics that stores a second result through a pointer: the library computes into a private variable, the store
// happens here.
#include "real.h"

#define STORES_ONE(type, name, result)                                    \
  extern "C" type real_##name(type, result*) noexcept HEDDLE_REAL(#name); \
  extern "C" type name(type x, result* out) noexcept {                    \
    result value;                                                         \
    const type answer = real_##name(x, &value);                           \
    *out = value;                                                         \
    return answer;                                                        \
  }

STORES_ONE(double, frexp, int)
STORES_ONE(float, frexpf, int)
STORES_ONE(long double, frexpl, int)
STORES_ONE(double, modf, double)
STORES_ONE(float, modff, float)
STORES_ONE(long double, modfl, long double)
STORES_ONE(double, lgamma_r, int)
STORES_ONE(float, lgammaf_r, int)
STORES_ONE(long double, lgammal_r, int)

#define REMAINDER(type, name)                                                \
  extern "C" type real_##name(type, type, int*) noexcept HEDDLE_REAL(#name); \
  extern "C" type name(type x, type y, int* out) noexcept {                  \
    int value;                                                               \
    const type answer = real_##name(x, y, &value);                           \
    *out = value;                                                            \
    return answer;                                                           \
  }

REMAINDER(double, remquo)
REMAINDER(float, remquof)
REMAINDER(long double, remquol)

#define SINE_AND_COSINE(type, name)                                            \
  extern "C" void real_##name(type, type*, type*) noexcept HEDDLE_REAL(#name); \
  extern "C" void name(type x, type* sine, type* cosine) noexcept {            \
    type s, c;                                                                 \
    real_##name(x, &s, &c);                                                    \
    *sine = s;                                                                 \
    *cosine = c;                                                               \
  }

SINE_AND_COSINE(double, sincos)
SINE_AND_COSINE(float, sincosf)
SINE_AND_COSINE(long double, sincosl)

// The sign goes to a variable: neither POSIX nor glibc calls these thread-safe (MT-Unsafe race:signgam).
extern "C" int signgam;
#define LOGARITHM(type, name, with_sign)            \
  extern "C" type name(type x) noexcept {           \
    int sign;                                       \
    const type answer = real_##with_sign(x, &sign); \
    signgam = sign;                                 \
    return answer;                                  \
  }

LOGARITHM(double, lgamma, lgamma_r)
LOGARITHM(float, lgammaf, lgammaf_r)
LOGARITHM(long double, lgammal, lgammal_r)
LOGARITHM(double, gamma, lgamma_r)
LOGARITHM(float, gammaf, lgammaf_r)
LOGARITHM(long double, gammal, lgammal_r)

// Not a number, with a text in it.
#define NOT_A_NUMBER(type, name)                                    \
  extern "C" type real_##name(const char*) noexcept HEDDLE_REAL(#name); \
  extern "C" type name(const char* text) noexcept {                 \
    touched_read(text, strlen(text) + 1);                           \
    return real_##name(text);                                       \
  }

NOT_A_NUMBER(double, nan)
NOT_A_NUMBER(float, nanf)
NOT_A_NUMBER(long double, nanl)
