// The standard exceptions that have a text. Their copies share it and count how many they are, inside libstdc++; here
// the same is done where hooks see it (references.h). The layout is that of libstdc++'s old copy-on-write string, so
// that an exception may be made by one of the two and destroyed by the other.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <future>
#include <ios>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>

#include "real.h"
#include "references.h"

namespace {

struct Text {
  std::size_t length, capacity;
  References references;  // the count is one less than there are
  char first[];
};

extern "C" Text empty_text __asm__("_ZNSs4_Rep20_S_empty_rep_storageE");  // belongs to nobody, and is not counted

Text* text_of(const char* characters) { return reinterpret_cast<Text*>(const_cast<char*>(characters)) - 1; }

const char* make(const char* characters, std::size_t length) {
  Text* text = static_cast<Text*>(operator new(sizeof(Text) + length + 1));
  text->length = text->capacity = length;
  text->references = {0, 0};
  std::memcpy(text->first, characters, length);
  text->first[length] = 0;
  return text->first;
}
const char* share(const char* characters) {
  if (text_of(characters) != &empty_text) heddle_count_references(&text_of(characters)->references, 1, 0);
  return characters;
}
void drop(const char* characters) {
  Text* text = text_of(characters);
  if (text != &empty_text && drop_reference(&text->references, 0)) operator delete(text);
}

}  // namespace

namespace std {

__cow_string::__cow_string() : _M_p(empty_text.first) {}
__cow_string::__cow_string(const string& s) : _M_p(make(s.data(), s.size())) {}
__cow_string::__cow_string(const char* s, size_t n) : _M_p(make(s, n)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = empty_text.first; }
__cow_string::~__cow_string() { drop(_M_p); }
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  if (_M_p == other._M_p) return *this;
  const char* before = _M_p;
  _M_p = share(other._M_p);
  drop(before);
  return *this;
}
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  const char* before = _M_p;
  _M_p = other._M_p;
  other._M_p = before;
  return *this;
}

#define WITH_TEXT(name)                                           \
  name::name(const string& s) : _M_msg(s) {}                      \
  name::name(const char* s) : _M_msg(s, strlen(s)) {}             \
  name::name(const name&) noexcept = default;                     \
  name::name(name&&) noexcept = default;                          \
  name& name::operator=(const name&) noexcept = default;          \
  name& name::operator=(name&&) noexcept = default;               \
  name::~name() noexcept = default;                               \
  const char* name::what() const noexcept { return _M_msg._M_p; } \
  void __throw_##name(const char* s) { throw name(s); }

#define DERIVED(name, base)                \
  name::name(const string& s) : base(s) {} \
  name::name(const char* s) : base(s) {}   \
  name::~name() noexcept = default;

#define DERIVED_AND_THROWN(name, base) \
  DERIVED(name, base)                  \
  void __throw_##name(const char* s) { throw name(s); }

WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)
DERIVED_AND_THROWN(domain_error, logic_error)
DERIVED_AND_THROWN(invalid_argument, logic_error)
DERIVED_AND_THROWN(length_error, logic_error)
DERIVED_AND_THROWN(out_of_range, logic_error)
DERIVED_AND_THROWN(range_error, runtime_error)
DERIVED_AND_THROWN(overflow_error, runtime_error)
DERIVED_AND_THROWN(underflow_error, runtime_error)

void __throw_out_of_range_fmt(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

system_error::~system_error() noexcept = default;
void __throw_system_error(int error) { throw system_error(error_code(error, generic_category())); }

future_error::~future_error() noexcept = default;
const char* future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int error) { throw future_error(make_error_code(future_errc(error))); }

regex_error::~regex_error() noexcept = default;

ios_base::failure::failure(const string& s) : system_error(io_errc::stream, s) {}
ios_base::failure::failure(const string& s, const error_code& e) : system_error(e, s) {}
ios_base::failure::failure(const char* s, const error_code& e) : system_error(e, s) {}
ios_base::failure::~failure() noexcept = default;
const char* ios_base::failure::what() const noexcept { return system_error::what(); }
void __throw_ios_failure(const char* s) { throw ios_base::failure(s); }
void __throw_ios_failure(const char* s, int error) {
  throw ios_base::failure(s, error ? error_code(error, generic_category()) : error_code(io_errc::stream));
}

}  // namespace std
