// Stream functions that the templates alone (templates_stream.cpp) do not show to the hooks completely.
//
// Reading numbers: the library's facets move through the stream's buffer on their own, so it is reported as written.
// Writing text: a standard stream hands the text to native code; it is read here. Writing numbers: the facets look at
// the stream's format and reset its width on their own. getline and >> for std::string are no templates in libstdc++,
// and are written out, because they fill a string of the program. All this concerns the standard streams as well; that
// threads may share those the machine knows by the names of these functions (instrument/stream_functions.cpp), and
// the helpers here are inlined into them.
#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <string>

#include "real.h"

namespace heddle_stream {}
using namespace heddle_stream;

namespace heddle_stream {

static void uses_buffer(std::ios& stream) {
  if (std::streambuf* buffer = stream.rdbuf()) touched_written(buffer, sizeof *buffer);
}

struct State : std::ios_base {
  static constexpr auto precision = &State::_M_precision, width = &State::_M_width;
  static constexpr auto flags = &State::_M_flags;
  static constexpr auto state = &State::_M_streambuf_state;
};
struct Input : std::istream {
  static constexpr auto count = &Input::_M_gcount;
};

template <class T>
static void was_read(const T& field) {
  touched_read(&field, sizeof field);
}
template <class T>
static void was_written(T& field) {
  touched_written(&field, sizeof field);
}
static void state_was_used(std::ios& stream, std::ios_base::iostate before) {
  if (stream.rdstate() != before) was_written(stream.*State::state);
}

// What a formatted function does with an exception of its buffer.
static void broken(std::ios& stream) {
  try {
    stream.setstate(std::ios_base::badbit);
  } catch (const std::ios_base::failure&) {
  }
  if (stream.exceptions() & std::ios_base::badbit) throw;
}

}  // namespace heddle_stream

#define EXTRACT(type, code, mangled)                                            \
  std::istream& real_extract_##code(std::istream*, type&) HEDDLE_REAL(mangled); \
  std::istream& extract_##code(std::istream* in, type& value) __asm__(mangled); \
  std::istream& extract_##code(std::istream* in, type& value) {                 \
    uses_buffer(*in);                                                           \
    const std::ios_base::iostate before = in->rdstate();                        \
    was_read((*in).*State::flags);                                              \
    type copy = value;                                                          \
    std::istream& result = real_extract_##code(in, copy);                       \
    value = copy;                                                               \
    state_was_used(*in, before);                                                \
    return result;                                                              \
  }

EXTRACT(short, s, "_ZNSirsERs")
EXTRACT(int, i, "_ZNSirsERi")
EXTRACT(unsigned short, t, "_ZNSi10_M_extractItEERSiRT_")
EXTRACT(unsigned int, j, "_ZNSi10_M_extractIjEERSiRT_")
EXTRACT(long, l, "_ZNSi10_M_extractIlEERSiRT_")
EXTRACT(unsigned long, m, "_ZNSi10_M_extractImEERSiRT_")
EXTRACT(long long, x, "_ZNSi10_M_extractIxEERSiRT_")
EXTRACT(unsigned long long, y, "_ZNSi10_M_extractIyEERSiRT_")
EXTRACT(float, f, "_ZNSi10_M_extractIfEERSiRT_")
EXTRACT(double, d, "_ZNSi10_M_extractIdEERSiRT_")
EXTRACT(long double, e, "_ZNSi10_M_extractIeEERSiRT_")
EXTRACT(bool, b, "_ZNSi10_M_extractIbEERSiRT_")
EXTRACT(void*, Pv, "_ZNSi10_M_extractIPvEERSiRT_")

namespace heddle_stream {

static void fill(std::ostream& out, std::streamsize count) {
  for (; count > 0; count--)
    if (out.rdbuf()->sputc(out.fill()) == std::char_traits<char>::eof()) return out.setstate(std::ios_base::badbit);
}

template <class T>
static std::ostream& insert_number(std::ostream& out, T value) {
  std::ios_base::iostate state = std::ios_base::goodbit;
  const std::ostream::sentry ready(out);
  if (!ready) return out;
  try {
    was_read(out.*State::precision);
    was_read(out.*State::flags);
    const auto& facet = std::use_facet<std::num_put<char>>(out.getloc());
    if (facet.put(out, out, out.fill(), value).failed()) state = std::ios_base::badbit;
    was_written(out.*State::width);
  } catch (...) {
    broken(out);
  }
  if (state != std::ios_base::goodbit) out.setstate(state);
  return out;
}

}  // namespace heddle_stream

#define INSERT(type, code, mangled)                                          \
  std::ostream& insert_##code(std::ostream* out, type value) __asm__(mangled); \
  std::ostream& insert_##code(std::ostream* out, type value) { return insert_number(*out, value); }

INSERT(long, l, "_ZNSo9_M_insertIlEERSoT_")
INSERT(unsigned long, m, "_ZNSo9_M_insertImEERSoT_")
INSERT(long long, x, "_ZNSo9_M_insertIxEERSoT_")
INSERT(unsigned long long, y, "_ZNSo9_M_insertIyEERSoT_")
INSERT(double, d, "_ZNSo9_M_insertIdEERSoT_")
INSERT(long double, e, "_ZNSo9_M_insertIeEERSoT_")
INSERT(bool, b, "_ZNSo9_M_insertIbEERSoT_")
INSERT(const void*, PKv, "_ZNSo9_M_insertIPKvEERSoT_")

namespace heddle_stream {

static void put(std::ostream& out, const char* text, std::streamsize size) {
  touched_read(text, static_cast<size_t>(size));
  if (out.rdbuf()->sputn(text, size) != size) out.setstate(std::ios_base::badbit);
}

}  // namespace heddle_stream

#define INSERT_TEXT "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l"
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) __asm__(INSERT_TEXT);
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) {
  const std::ostream::sentry ready(out);
  if (!ready) return out;
  try {
    const std::streamsize padding = out.width() - size;
    const bool left = (out.flags() & std::ios_base::adjustfield) == std::ios_base::left;
    if (!left) fill(out, padding);
    if (out.good()) put(out, text, size);
    if (left && out.good()) fill(out, padding);
    out.width(0);
  } catch (...) {
    broken(out);
  }
  return out;
}

std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) __asm__("_ZNSo5writeEPKcl");
std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) {
  const std::ostream::sentry ready(*out);
  if (!ready) return *out;
  try {
    put(*out, text, size);
  } catch (...) {
    broken(*out);
  }
  return *out;
}

std::istream& real_read(std::istream*, char*, std::streamsize) HEDDLE_REAL("_ZNSi4readEPcl");
std::istream& read_characters(std::istream* in, char* text, std::streamsize size) __asm__("_ZNSi4readEPcl");
std::istream& read_characters(std::istream* in, char* text, std::streamsize size) {
  uses_buffer(*in);
  const std::ios_base::iostate before = in->rdstate();
  std::istream& result = real_read(in, text, size);
  was_written(in->*Input::count);
  state_was_used(*in, before);
  touched_written(text, static_cast<size_t>(in->gcount()));
  return result;
}

std::istream& real_getline(std::istream*, char*, std::streamsize, char) HEDDLE_REAL("_ZNSi7getlineEPclc");
std::istream& getline_array(std::istream* in, char* text, std::streamsize size, char end) __asm__("_ZNSi7getlineEPclc");
std::istream& getline_array(std::istream* in, char* text, std::streamsize size, char end) {
  uses_buffer(*in);
  const std::ios_base::iostate before = in->rdstate();
  std::istream& result = real_getline(in, text, size, end);
  was_written(in->*Input::count);
  state_was_used(*in, before);
  if (size > 0) touched_written(text, strnlen(text, static_cast<size_t>(size) - 1) + 1);
  return result;
}

#define IGNORE(id, mangled, parameters, arguments)         \
  std::istream& real_##id parameters HEDDLE_REAL(mangled); \
  std::istream& id parameters __asm__(mangled);            \
  std::istream& id parameters {                            \
    uses_buffer(*in);                                      \
    const std::ios_base::iostate before = in->rdstate();   \
    std::istream& result = real_##id arguments;            \
    was_written(in->*Input::count);                        \
    state_was_used(*in, before);                           \
    return result;                                         \
  }
IGNORE(ignore_one, "_ZNSi6ignoreEv", (std::istream * in), (in))
IGNORE(ignore_some, "_ZNSi6ignoreEl", (std::istream * in, std::streamsize n), (in, n))
IGNORE(ignore_until, "_ZNSi6ignoreEli", (std::istream * in, std::streamsize n, int end), (in, n, end))

namespace heddle_stream {

// Takes characters into `text` until one is refused or the stream ends. refuse(c): this one stays in the buffer.
template <class Refuse>
static std::ios_base::iostate take(std::istream& in, std::string& text, size_t most, Refuse refuse) {
  constexpr int kEnd = std::char_traits<char>::eof();
  std::streambuf* buffer = in.rdbuf();
  for (int c = buffer->sgetc();; c = buffer->snextc()) {
    if (c == kEnd) return std::ios_base::eofbit;
    if (text.size() == most || refuse(static_cast<char>(c))) return std::ios_base::goodbit;
    text.push_back(static_cast<char>(c));
  }
}

}  // namespace heddle_stream

#define GETLINE \
  "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_"
std::istream& get_line(std::istream& in, std::string& text, char delimiter) __asm__(GETLINE);
std::istream& get_line(std::istream& in, std::string& text, char delimiter) {
  std::ios_base::iostate state = std::ios_base::goodbit;
  const std::istream::sentry ready(in, true);
  if (!ready) return in;
  uses_buffer(in);
  try {
    bool delimited = false;
    text.clear();
    state = take(in, text, text.max_size(), [&](char c) { return delimited = c == delimiter; });
    if (delimited) in.rdbuf()->sbumpc();
    if ((text.empty() && !delimited) || text.size() == text.max_size()) state |= std::ios_base::failbit;
  } catch (...) {
    broken(in);
  }
  if (state != std::ios_base::goodbit) in.setstate(state);
  return in;
}

#define EXTRACT_STRING \
  "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
std::istream& extract_string(std::istream& in, std::string& text) __asm__(EXTRACT_STRING);
std::istream& extract_string(std::istream& in, std::string& text) {
  std::ios_base::iostate state = std::ios_base::goodbit;
  const std::istream::sentry ready(in);
  if (!ready) return in;
  uses_buffer(in);
  try {
    const std::locale locale = in.getloc();
    const size_t most = in.width() > 0 ? static_cast<size_t>(in.width()) : text.max_size();
    text.clear();
    state = take(in, text, most, [&](char c) { return std::isspace(c, locale); });
    in.width(0);
    if (text.empty()) state |= std::ios_base::failbit;
  } catch (...) {
    broken(in);
  }
  if (state != std::ios_base::goodbit) in.setstate(state);
  return in;
}
