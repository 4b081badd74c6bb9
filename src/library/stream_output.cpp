// Output functions of streams that the templates alone (templates_stream.cpp) do not show to the hooks completely.
//
// Text: a standard stream hands it to native code; it is read here. Numbers: the library's facets look at the stream's
// format and reset its width on their own.
#include <locale>
#include <ostream>

#include "streams.h"

namespace heddle_stream {

static void fill(std::ostream& out, std::streamsize count) {
  for (; count > 0; count--)
    if (out.rdbuf()->sputc(out.fill()) == std::char_traits<char>::eof()) return out.setstate(kBad);
}

static void put(std::ostream& out, const char* text, std::streamsize size) {
  touched_read(text, static_cast<size_t>(size));
  if (out.rdbuf()->sputn(text, size) != size) out.setstate(kBad);
}

static void put_padded(std::ostream& out, const char* text, std::streamsize size) {
  const std::streamsize padding = out.width() - size;
  const bool left = (out.flags() & std::ios_base::adjustfield) == std::ios_base::left;
  if (!left) fill(out, padding);
  if (out.good()) put(out, text, size);
  if (left && out.good()) fill(out, padding);
  out.width(0);
}

// The facet is about to read the width and to reset it. Another thread may run here: so the bytes are not taken out before.
static void uses_width(std::ostream& out) {
  void* width = &(out.*Format::width);
  __asm__("" : "+r"(width));
  memmove(&(out.*Format::width), width, sizeof out.width());
}

template <class T>
static State put_number(std::ostream& out, T value) {
  was_read(out.*Format::precision);
  was_read(out.*Format::flags);
  const std::locale locale = out.getloc();
  const auto& facet = std::use_facet<std::num_put<char>>(locale);
  const char padding = out.fill();
  uses_width(out);
  return facet.put(out, out, padding, value).failed() ? kBad : kGood;
}

template <class T>
static std::ostream& insert(std::ostream& out, T value) {
  State state = kGood;
  const std::ostream::sentry ready(out);
  if (!ready) return out;
  guarded(out, [&] { state = put_number(out, value); });
  set(out, state);
  return out;
}

enum class Padding { IsAdded, IsNot };

static std::ostream& insert(std::ostream& out, const char* text, std::streamsize size, Padding padding) {
  const std::ostream::sentry ready(out);
  if (ready) guarded(out, [&] { padding == Padding::IsAdded ? put_padded(out, text, size) : put(out, text, size); });
  return out;
}

}  // namespace heddle_stream

#define INSERT(type, code, mangled)                                            \
  std::ostream& insert_##code(std::ostream* out, type value) __asm__(mangled); \
  std::ostream& insert_##code(std::ostream* out, type value) { return insert(*out, value); }

INSERT(long, l, "_ZNSo9_M_insertIlEERSoT_")
INSERT(unsigned long, m, "_ZNSo9_M_insertImEERSoT_")
INSERT(long long, x, "_ZNSo9_M_insertIxEERSoT_")
INSERT(unsigned long long, y, "_ZNSo9_M_insertIyEERSoT_")
INSERT(double, d, "_ZNSo9_M_insertIdEERSoT_")
INSERT(long double, e, "_ZNSo9_M_insertIeEERSoT_")
INSERT(bool, b, "_ZNSo9_M_insertIbEERSoT_")
INSERT(const void*, PKv, "_ZNSo9_M_insertIPKvEERSoT_")

#define INSERT_TEXT "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l"
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) __asm__(INSERT_TEXT);
std::ostream& insert_text(std::ostream& out, const char* text, std::streamsize size) {
  return insert(out, text, size, Padding::IsAdded);
}

std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) __asm__("_ZNSo5writeEPKcl");
std::ostream& write_characters(std::ostream* out, const char* text, std::streamsize size) {
  return insert(*out, text, size, Padding::IsNot);
}
