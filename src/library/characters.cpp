// std::to_chars and std::from_chars of floating-point numbers, and std::random_device.
#include <charconv>
#include <cstdlib>
#include <string>

#include "real.h"

#define TO_CHARS(id, mangled, parameters, arguments)                                               \
  std::to_chars_result real_to_chars_##id parameters HEDDLE_REAL(mangled);                         \
  std::to_chars_result to_chars_##id parameters __asm__(mangled);                                  \
  std::to_chars_result to_chars_##id parameters {                                                  \
    const std::to_chars_result result = real_to_chars_##id arguments;                              \
    if (result.ec == std::errc()) touched_written(first, static_cast<size_t>(result.ptr - first)); \
    return result;                                                                                 \
  }

#define ALL_TO_CHARS(type, code)                                                                          \
  TO_CHARS(code, "_ZSt8to_charsPcS_" #code, (char* first, char* last, type value), (first, last, value))  \
  TO_CHARS(code##_format, "_ZSt8to_charsPcS_" #code "St12chars_format",                                   \
           (char* first, char* last, type value, std::chars_format format), (first, last, value, format)) \
  TO_CHARS(code##_precision, "_ZSt8to_charsPcS_" #code "St12chars_formati",                               \
           (char* first, char* last, type value, std::chars_format format, int precision),                \
           (first, last, value, format, precision))

ALL_TO_CHARS(float, f)
ALL_TO_CHARS(double, d)
ALL_TO_CHARS(long double, e)

#define FROM_CHARS(type, code, mangled)                                                                                \
  std::from_chars_result real_from_chars_##code(const char*, const char*, type&, std::chars_format)                    \
      HEDDLE_REAL(mangled);                                                                                            \
  std::from_chars_result from_chars_##code(const char* first, const char* last, type& out,                             \
                                           std::chars_format) __asm__(mangled);                                        \
  std::from_chars_result from_chars_##code(const char* first, const char* last, type& out, std::chars_format format) { \
    type value = 0;                                                                                                    \
    const std::from_chars_result result = real_from_chars_##code(first, last, value, format);                          \
    touched_read(first, static_cast<size_t>(result.ptr - first) + (result.ptr != last));                               \
    if (result.ec == std::errc()) out = value;                                                                         \
    return result;                                                                                                     \
  }

FROM_CHARS(float, f, "_ZSt10from_charsPKcS0_RfSt12chars_format")
FROM_CHARS(double, d, "_ZSt10from_charsPKcS0_RdSt12chars_format")
FROM_CHARS(long double, e, "_ZSt10from_charsPKcS0_ReSt12chars_format")

// std::random_device: the same numbers in every execution and in every thread.
extern "C" unsigned heddle_draw();
#define RANDOM_DEVICE "_ZNSt13random_device"
void device_open(void*, const std::string&) __asm__(RANDOM_DEVICE
                                                    "7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
void device_open(void*, const std::string&) {}
void device_close(void*) __asm__(RANDOM_DEVICE "7_M_finiEv");
void device_close(void*) {}
unsigned device_draw(void*) __asm__(RANDOM_DEVICE "9_M_getvalEv");
unsigned device_draw(void*) { return heddle_draw(); }
double device_entropy(const void*) __asm__("_ZNKSt13random_device13_M_getentropyEv");
double device_entropy(const void*) { return 0; }
