// Wide strings and conversions between characters and bytes, in the C locale.
#include "seeded.h"
#include <wchar.h>
#include <wctype.h>

static wchar_t a[40], b[40];

static wchar_t* wide_text(wchar_t* out, unsigned room) {
  unsigned n = below(room);
  for (unsigned i = 0; i < n; ++i) out[i] = L"abAB ,"[below(6)];
  out[n] = 0;
  return out;
}
static void offset(const char* name, const wchar_t* p) {
  if (!p) printf("%s NULL\n", name);
  else printf("%s %c+%ld\n", name, p >= a && p < a + 40 ? 'a' : 'b', (long)(p >= a && p < a + 40 ? p - a : p - b));
}
#define RETURNS(call) case __COUNTER__: offset(#call, (call)); break;
#define COUNTS(call) case __COUNTER__: printf(#call " %ld\n", (long)(call)); break;
#define COMPARES(call) case __COUNTER__: printf(#call " %d\n", sign(call)); break;

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 50; ++i) {
    wmemset(a, L'#', 40), wmemset(b, L'#', 40);
    wide_text(a, 10), wide_text(b, 1 + below(5));
    wchar_t c = L"abAB,"[below(6)];
    size_t n = below(9);
    char bytes[20] = "##################";
    mbstate_t state;
    memset(&state, 0, sizeof state);
    wchar_t one = L'#';
    errno = 0;
    switch (below(36)) {
      RETURNS(wcscpy(a, b)) RETURNS(wcsncpy(a, b, n)) RETURNS(wcpcpy(a, b)) RETURNS(wcscat(a, b)) RETURNS(wcsncat(a, b, n))
      RETURNS(wcschr(a, c)) RETURNS(wcsrchr(a, c)) RETURNS(wcsstr(a, b)) RETURNS(wcspbrk(a, b)) RETURNS(wmemchr(a, c, n))
      RETURNS(wmemcpy(a, b, n)) RETURNS(wmemmove(a + 2, a, n)) RETURNS(wmempcpy(a, b, n)) RETURNS(wmemset(a, c, n))
      COUNTS(wcslen(a)) COUNTS(wcsnlen(a, n)) COUNTS(wcsspn(a, b)) COUNTS(wcscspn(a, b))
      COMPARES(wcscmp(a, b)) COMPARES(wcsncmp(a, b, n)) COMPARES(wmemcmp(a, b, n)) COMPARES(wcscoll(a, b))
      COUNTS(mbstowcs(a, "some text", n)) COUNTS(mbstowcs(NULL, "some", 0)) COUNTS(wcstombs(bytes, a, n)) COUNTS(wcstombs(NULL, a, 0))
      COUNTS(btowc((int)below(256))) COUNTS(wctob((wint_t)below(300)))
      case __COUNTER__: {
        wchar_t* copy = wcsdup(a);
        printf("wcsdup %d %zu\n", wcscmp(copy, a), wcslen(copy));
        free(copy);
      } break;
    }
    printf("errno %d one %d ", errno, (int)one), dump(bytes, 12), dump(a, 48), dump(b, 20);
  }
  return 0;
}
