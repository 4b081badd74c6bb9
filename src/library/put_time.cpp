// std::put_time: the facet's work, conversion by conversion, with strftime of dates.cpp.
#include <ctime>
#include <iterator>
#include <locale>

namespace heddle_stream {

using Out = std::ostreambuf_iterator<char>;

static Out copy(const char* text, Out out) {
  for (; *text != 0; ++text) *out++ = *text;
  return out;
}

Out put_time(const std::time_put<char>*, Out, std::ios_base&, char, const std::tm*, const char*, const char*) __asm__(
    "_ZNKSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE3putES3_RSt8ios_basecPK2tmPKcSB_");
Out put_time(const std::time_put<char>*, Out out, std::ios_base&, char, const std::tm* date, const char* begin,
             const char* end) {
  for (; begin != end; ++begin) {
    char conversion[4] = {*begin};
    if (*begin != '%') {
      out = copy(conversion, out);
      continue;
    }
    if (++begin == end) break;
    unsigned length = 1;
    conversion[length++] = *begin;
    if (*begin == 'E' || *begin == 'O') {
      if (++begin == end) break;
      conversion[length++] = *begin;
    }
    char text[128];
    text[0] = 0;
    std::strftime(text, sizeof text, conversion, date);
    out = copy(text, out);
  }
  return out;
}

}  // namespace heddle_stream
