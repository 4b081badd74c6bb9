// Input functions of streams that the templates alone (templates_stream.cpp) do not show to the hooks completely, or
// that are no templates in libstdc++ because they read whole pieces of a buffer.
//
// Numbers: the library's facets move through the stream's buffer on their own, so it is reported as written. What was
// read comes through a copy, since a facet would write it where no hook sees that.
// Unformatted input: the number of characters read is kept in a variable until the end, as it is in a register of the
// compiled library. Other threads that read from std::cin may change the stream's own meanwhile.
#include <ext/stdio_sync_filebuf.h>

#include <algorithm>
#include <cstdio>
#include <istream>
#include <limits>
#include <locale>
#include <string>
#include <type_traits>

#include "streams.h"

namespace heddle_stream {

constexpr int kNoCharacter = std::char_traits<char>::eof();

// Also where the buffer's own functions have hooks: that of std::cin has members which they do not touch.
static void uses_buffer(std::ios& stream) {
  if (std::streambuf* buffer = stream.rdbuf()) touched_written(buffer, sizeof *buffer);
}

// ---- formatted ----

using Facet = std::num_get<char>;
using Position = std::istreambuf_iterator<char>;
#define GET(type, code)                                                                                \
  Position get(const Facet*, Position, Position, std::ios_base&, State&, type&) HEDDLE_REAL(            \
      "_ZNKSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE3getES3_S3_RSt8ios_baseRSt12_Ios_IostateR" code);
GET(unsigned short, "t")
GET(unsigned int, "j")
GET(long, "l")
GET(unsigned long, "m")
GET(long long, "x")
GET(unsigned long long, "y")
GET(float, "f")
GET(double, "d")
GET(long double, "e")
GET(bool, "b")
GET(void*, "Pv")

template <class T>
static State get_number(std::istream& in, T& value) {
  State state = kGood;
  if constexpr (std::is_same_v<T, short> || std::is_same_v<T, int>) {
    long number = 0;
    state = get_number(in, number);
    value = static_cast<T>(std::clamp<long>(number, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    if (value != number) state |= kFail;
  } else {
    T copy = value;
    was_read(in.*Format::flags);
    const std::locale locale = in.getloc();
    get(&std::use_facet<Facet>(locale), Position(in), Position(), in, state, copy);
    value = copy;
  }
  return state;
}

template <class T>
static std::istream& extract(std::istream& in, T& value) {
  State state = kGood;
  const std::istream::sentry ready(in);
  if (!ready) return in;
  uses_buffer(in);
  guarded(in, [&] { state = get_number(in, value); });
  set(in, state);
  return in;
}

// Takes characters into `text` until one is refused or the stream ends. refuse(c): this one stays in the buffer.
template <class Refuse>
static State take(std::istream& in, std::string& text, size_t most, Refuse refuse) {
  std::streambuf* buffer = in.rdbuf();
  for (int c = buffer->sgetc();; c = buffer->snextc()) {
    if (c == kNoCharacter) return kEnd;
    if (text.size() == most || refuse(static_cast<char>(c))) return kGood;
    text.push_back(static_cast<char>(c));
  }
}

static std::istream& extract_word(std::istream& in, std::string& text) {
  State state = kGood;
  const std::istream::sentry ready(in);
  if (!ready) return in;
  uses_buffer(in);
  guarded(in, [&] {
    const std::locale locale = in.getloc();
    const std::streamsize width = in.width();
    text.clear();
    state = take(in, text, width > 0 ? static_cast<size_t>(width) : text.max_size(),
                 [&](char c) { return std::isspace(c, locale); });
    in.width(0);
    if (text.empty()) state |= kFail;
  });
  set(in, state);
  return in;
}

static void extract_word(std::istream& in, char* to, std::streamsize room) {
  State state = kGood;
  std::streamsize count = 0;
  const std::istream::sentry ready(in);
  if (ready) uses_buffer(in);
  if (ready) guarded(in, [&] {
    const std::locale locale = in.getloc();
    const std::streamsize width = in.width(), most = (width > 0 && width < room ? width : room) - 1;
    int c = in.rdbuf()->sgetc();
    for (; count < most && c != kNoCharacter && !std::isspace(static_cast<char>(c), locale); c = in.rdbuf()->snextc())
      to[count++] = static_cast<char>(c);
    if (count < most && c == kNoCharacter) state = kEnd;
    to[count] = 0;
    in.width(0);
  });
  set(in, count == 0 ? state | kFail : state);
}

static std::istream& get_line(std::istream& in, std::string& text, char delimiter) {
  State state = kGood;
  const std::istream::sentry ready(in, true);
  if (!ready) return in;
  uses_buffer(in);
  guarded(in, [&] {
    bool delimited = false;
    text.clear();
    state = take(in, text, text.max_size(), [&](char c) { return delimited = c == delimiter; });
    if (delimited) in.rdbuf()->sbumpc();
    if ((text.empty() && !delimited) || text.size() == text.max_size()) state |= kFail;
  });
  set(in, state);
  return in;
}

// ---- unformatted ----

struct Count : std::istream {
  static constexpr auto member = &Count::_M_gcount;
};
// The number of characters that a function reads, and the stream's at its beginning and end.
struct Counted {
  std::istream& in;
  std::streamsize characters = 0;
  explicit Counted(std::istream& stream) : in(stream) { in.*Count::member = 0; }
  ~Counted() { in.*Count::member = characters; }
};

enum class Nothing { Fails, IsAllowed };

// take(buffer, count) returns the state that results.
template <class Take>
static std::istream& unformatted(std::istream& in, Nothing nothing, Take take) {
  State state = kGood;
  {
    Counted count(in);
    const std::istream::sentry ready(in, true);
    if (ready) uses_buffer(in);
    if (ready) guarded(in, [&] { state = take(*in.rdbuf(), count.characters); });
    if (nothing == Nothing::Fails && count.characters == 0) state |= kFail;
  }
  set(in, state);
  return in;
}

static std::istream& get_one(std::istream& in, int& result) {
  return unformatted(in, Nothing::Fails, [&](std::streambuf& buffer, std::streamsize& count) {
    result = buffer.sbumpc();
    count = result != kNoCharacter;
    return count == 0 ? kEnd : kGood;
  });
}

static int look(std::istream& in) {
  int c = kNoCharacter;
  unformatted(in, Nothing::IsAllowed, [&](std::streambuf& buffer, std::streamsize&) {
    c = buffer.sgetc();
    return c == kNoCharacter ? kEnd : kGood;
  });
  return c;
}

// Whatever happens, the text ends with a null character.
struct Text {
  char* at;
  std::streamsize size;
  ~Text() {
    if (size > 0) *at = 0;
  }
};

enum class Delimiter { IsTaken, IsLeft };

static std::istream& get_text(std::istream& in, Text text, char delimiter, Delimiter what) {
  return unformatted(in, Nothing::Fails, [&](std::streambuf& buffer, std::streamsize& count) {
    const int end = std::char_traits<char>::to_int_type(delimiter);
    int c = buffer.sgetc();
    for (; count + 1 < text.size && c != kNoCharacter && c != end; count++, c = buffer.snextc())
      *text.at++ = static_cast<char>(c);
    if (c == kNoCharacter) return kEnd;
    if (what == Delimiter::IsLeft) return kGood;
    if (c != end) return kFail;
    buffer.sbumpc();
    count++;
    return kGood;
  });
}

static std::istream& skip(std::istream& in, std::streamsize most, int delimiter) {
  return unformatted(in, Nothing::IsAllowed, [&](std::streambuf& buffer, std::streamsize& count) {
    const bool endless = most == std::numeric_limits<std::streamsize>::max();
    while (endless || count < most) {
      const int c = buffer.sbumpc();
      if (c == kNoCharacter) return kEnd;
      count++;
      if (c == delimiter) break;
    }
    return kGood;
  });
}

static std::istream& get_block(std::istream& in, char* to, std::streamsize size) {
  return unformatted(in, Nothing::IsAllowed, [&](std::streambuf& buffer, std::streamsize& count) {
    count = buffer.sgetn(to, size);
    return count == size ? kGood : kEnd | kFail;
  });
}

static std::streamsize get_some(std::istream& in, char* to, std::streamsize size) {
  std::streamsize got = 0;
  unformatted(in, Nothing::IsAllowed, [&](std::streambuf& buffer, std::streamsize& count) {
    const std::streamsize available = buffer.in_avail();
    if (available > 0) got = count = buffer.sgetn(to, std::min(available, size));
    return available == -1 ? kEnd : kGood;
  });
  return got;
}

// The buffer of std::cin remembers the last character outside of stdio's lock: going through it orders the two.
static void come_to_input(std::streambuf& buffer) {
  if (auto* of_stdio = dynamic_cast<__gnu_cxx::stdio_sync_filebuf<char>*>(&buffer)) ungetc(EOF, of_stdio->file());
}

template <class Back>
static std::istream& give_back(std::istream& in, Back back) {
  in.clear(in.rdstate() & ~kEnd);
  return unformatted(in, Nothing::IsAllowed, [&](std::streambuf& buffer, std::streamsize&) {
    come_to_input(buffer);
    return back(buffer) == kNoCharacter ? kBad : kGood;
  });
}
static std::istream& unget(std::istream& in) {
  return give_back(in, [](std::streambuf& buffer) { return buffer.sungetc(); });
}
static std::istream& putback(std::istream& in, char c) {
  return give_back(in, [c](std::streambuf& buffer) { return buffer.sputbackc(c); });
}

}  // namespace heddle_stream

// ---- under their names ----

#define EXTRACT(type, code, mangled)                                            \
  std::istream& extract_##code(std::istream* in, type& value) __asm__(mangled); \
  std::istream& extract_##code(std::istream* in, type& value) { return extract(*in, value); }

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

#define FUNCTION(result, id, mangled, parameters, ...) \
  result id parameters __asm__(mangled);               \
  result id parameters __VA_ARGS__

FUNCTION(std::istream&, extract_string,
         "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE",
         (std::istream & in, std::string& text), { return extract_word(in, text); })
FUNCTION(void, extract_array, "_ZSt17__istream_extractRSiPcl", (std::istream & in, char* to, std::streamsize room),
         { extract_word(in, to, room); })
FUNCTION(std::istream&, getline_string,
         "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_",
         (std::istream & in, std::string& text, char end), { return get_line(in, text, end); })
FUNCTION(int, get_character, "_ZNSi3getEv", (std::istream * in), {
  int c = kNoCharacter;
  get_one(*in, c);
  return c;
})
FUNCTION(std::istream&, get_into, "_ZNSi3getERc", (std::istream * in, char& to), {
  int c = kNoCharacter;
  std::istream& result = get_one(*in, c);
  if (c != kNoCharacter) to = static_cast<char>(c);
  return result;
})
FUNCTION(int, peek_character, "_ZNSi4peekEv", (std::istream * in), { return look(*in); })
FUNCTION(std::istream&, get_array, "_ZNSi3getEPclc", (std::istream * in, char* text, std::streamsize size, char end),
         { return get_text(*in, {text, size}, end, Delimiter::IsLeft); })
FUNCTION(std::istream&, getline_array, "_ZNSi7getlineEPclc", (std::istream * in, char* text, std::streamsize size, char end),
         { return get_text(*in, {text, size}, end, Delimiter::IsTaken); })
FUNCTION(std::istream&, ignore_one, "_ZNSi6ignoreEv", (std::istream * in), { return skip(*in, 1, kNoCharacter); })
FUNCTION(std::istream&, ignore_some, "_ZNSi6ignoreEl", (std::istream * in, std::streamsize most),
         { return skip(*in, most, kNoCharacter); })
FUNCTION(std::istream&, ignore_until, "_ZNSi6ignoreEli", (std::istream * in, std::streamsize most, int end),
         { return skip(*in, most, end); })
FUNCTION(std::istream&, read_block, "_ZNSi4readEPcl", (std::istream * in, char* to, std::streamsize size),
         { return get_block(*in, to, size); })
FUNCTION(std::streamsize, read_some, "_ZNSi8readsomeEPcl", (std::istream * in, char* to, std::streamsize size),
         { return get_some(*in, to, size); })
FUNCTION(std::istream&, unget_character, "_ZNSi5ungetEv", (std::istream * in), { return unget(*in); })
FUNCTION(std::istream&, putback_character, "_ZNSi7putbackEc", (std::istream * in, char c), { return putback(*in, c); })
