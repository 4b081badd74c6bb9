// Streams. The buffers behind them are worked on by virtual functions inside libstdc++, so each formatted operation is
// reported here as a write of the stream's buffer object: two threads that print into one std::ostringstream race. The
// standard streams lie outside of program memory, and the C++ standard lets threads share them: no race there.
//
// getline and >> for std::string are written out, because they fill a string of the program.
#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <string>

#include "real.h"

static void uses_buffer(std::ios& stream) {
  if (std::streambuf* buffer = stream.rdbuf()) touched_written(buffer, sizeof *buffer);
}

#define INSERT(type, code)                                                                      \
  std::ostream& real_insert_##code(std::ostream*, type) HEDDLE_REAL("_ZNSo9_M_insertI" #code "EERSoT_"); \
  std::ostream& insert_##code(std::ostream* out, type value) __asm__("_ZNSo9_M_insertI" #code "EERSoT_"); \
  std::ostream& insert_##code(std::ostream* out, type value) {                                  \
    uses_buffer(*out);                                                                          \
    return real_insert_##code(out, value);                                                      \
  }

INSERT(long, l)
INSERT(unsigned long, m)
INSERT(long long, x)
INSERT(unsigned long long, y)
INSERT(double, d)
INSERT(long double, e)
INSERT(bool, b)
INSERT(const void*, PKv)

#define EXTRACT(type, code)                                                                        \
  std::istream& real_extract_##code(std::istream*, type&) HEDDLE_REAL("_ZNSi10_M_extractI" #code "EERSiRT_"); \
  std::istream& extract_##code(std::istream* in, type& value) __asm__("_ZNSi10_M_extractI" #code "EERSiRT_"); \
  std::istream& extract_##code(std::istream* in, type& value) {                                    \
    uses_buffer(*in);                                                                              \
    type copy = value;                                                                             \
    std::istream& result = real_extract_##code(in, copy);                                          \
    value = copy;                                                                                  \
    return result;                                                                                 \
  }

EXTRACT(unsigned short, t)
EXTRACT(unsigned int, j)
EXTRACT(long, l)
EXTRACT(unsigned long, m)
EXTRACT(long long, x)
EXTRACT(unsigned long long, y)
EXTRACT(float, f)
EXTRACT(double, d)
EXTRACT(long double, e)
EXTRACT(bool, b)
EXTRACT(void*, Pv)

#define INSERT_TEXT "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l"
std::ostream& real_insert_text(std::ostream&, const char*, std::streamsize) HEDDLE_REAL(INSERT_TEXT);
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) __asm__(INSERT_TEXT);
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) {
  uses_buffer(out);
  touched_read(text, static_cast<size_t>(size));
  return real_insert_text(out, text, size);
}

std::ostream& real_put(std::ostream*, char) HEDDLE_REAL("_ZNSo3putEc");
std::ostream& put_character(std::ostream* out, char c) __asm__("_ZNSo3putEc");
std::ostream& put_character(std::ostream* out, char c) {
  uses_buffer(*out);
  return real_put(out, c);
}

std::ostream& real_write(std::ostream*, const char*, std::streamsize) HEDDLE_REAL("_ZNSo5writeEPKcl");
std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) __asm__("_ZNSo5writeEPKcl");
std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) {
  uses_buffer(*out);
  touched_read(text, static_cast<size_t>(size));
  return real_write(out, text, size);
}

std::istream& real_read(std::istream*, char*, std::streamsize) HEDDLE_REAL("_ZNSi4readEPcl");
std::istream& read_characters(std::istream* in, char* text, std::streamsize size) __asm__("_ZNSi4readEPcl");
std::istream& read_characters(std::istream* in, char* text, std::streamsize size) {
  uses_buffer(*in);
  std::istream& result = real_read(in, text, size);
  touched_written(text, static_cast<size_t>(in->gcount()));
  return result;
}

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

// What a formatted input function does with an exception of its buffer.
static void broken(std::istream& in) {
  try {
    in.setstate(std::ios_base::badbit);
  } catch (const std::ios_base::failure&) {
  }
  if (in.exceptions() & std::ios_base::badbit) throw;
}

#define GETLINE "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_"
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

#define EXTRACT_STRING "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
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
