// The constructors of the standard exceptions copy a text inside libstdc++: the text is read here as well, where hooks
// see it.
#include <string>

#include "real.h"

#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

#define CONSTRUCTOR(id, mangled)                                                             \
  void real_##id##_from_string(void*, const std::string&) HEDDLE_REAL(mangled "ERK" STRING); \
  void id##_from_string(void* self, const std::string& text) __asm__(mangled "ERK" STRING);  \
  void id##_from_string(void* self, const std::string& text) {                               \
    touched_read(text.data(), text.size());                                                  \
    real_##id##_from_string(self, text);                                                     \
  }                                                                                          \
  void real_##id##_from_chars(void*, const char*) HEDDLE_REAL(mangled "EPKc");               \
  void id##_from_chars(void* self, const char* text) __asm__(mangled "EPKc");                \
  void id##_from_chars(void* self, const char* text) {                                       \
    touched_read(text, strlen(text) + 1);                                                    \
    real_##id##_from_chars(self, text);                                                      \
  }

#define EXCEPTION(id, mangled) CONSTRUCTOR(id##_1, mangled "C1") CONSTRUCTOR(id##_2, mangled "C2")

EXCEPTION(logic_error, "_ZNSt11logic_error")
EXCEPTION(domain_error, "_ZNSt12domain_error")
EXCEPTION(invalid_argument, "_ZNSt16invalid_argument")
EXCEPTION(length_error, "_ZNSt12length_error")
EXCEPTION(out_of_range, "_ZNSt12out_of_range")
EXCEPTION(runtime_error, "_ZNSt13runtime_error")
EXCEPTION(range_error, "_ZNSt11range_error")
EXCEPTION(overflow_error, "_ZNSt14overflow_error")
EXCEPTION(underflow_error, "_ZNSt15underflow_error")
