// expect: verified
// primitive: swprintf
// primitive: mbtowc
// primitive: wctomb
// exit: 0
//
// Wide text in memory, and single characters.
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int print(wchar_t* out, size_t room, const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vswprintf(out, room, format, arguments);
  va_end(arguments);
  return n;
}
int main(void) {
  wchar_t text[16];
  assert(swprintf(text, 16, L"%d %ls %s", 12, L"ab", "cd") == 8 && wcscmp(text, L"12 ab cd") == 0);
  assert(print(text, 16, L"%2$s%1$.1f", 2.5, "x") == 4 && wcscmp(text, L"x2.5") == 0);
  assert(swprintf(text, 3, L"%d", 12345) < 0);
  wchar_t c;
  char bytes[MB_LEN_MAX + 16];
  assert(mbtowc(&c, "z", 1) == 1 && c == L'z' && mbtowc(NULL, NULL, 0) == 0 && mblen("", 1) == 0);
  assert(wctomb(bytes, L'q') == 1 && bytes[0] == 'q' && wctomb(NULL, L'q') == 0);
  assert(mbstowcs(&c, "y", 1) == 1 && wcstombs(bytes, &c, 1) == 1 && bytes[0] == 'y');
  return 0;
}
