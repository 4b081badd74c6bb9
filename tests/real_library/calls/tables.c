// Hash tables and queues of <search.h>, versions, patterns, swapped bytes, restartable conversions, dates from texts, generators
// with a state of their own.
#include "seeded.h"
#include <fnmatch.h>
#include <math.h>
#include <search.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static char keys[16][4];

static void tables(void) {
  struct hsearch_data t;
  memset(&t, 0, sizeof t);
  unsigned size = below(12);
  printf("hcreate_r %d again %d\n", hcreate_r(size, &t), hcreate_r(size, &t));
  for (long i = 0; i < 16; ++i) {
    ENTRY item = {text(keys[i], 3, "ab"), (void*)i}, *found = NULL;
    ACTION action = below(3) ? ENTER : FIND;
    errno = 0;
    int r = hsearch_r(item, action, &found, &t);
    printf("%s %s %d %ld errno %d\n", action == ENTER ? "enter" : "find", keys[i], r, found ? (long)found->data : -1, errno);
  }
  hdestroy_r(&t);
  hcreate(3);
  ENTRY one = {keys[0], keys[1]};
  printf("hsearch %d", hsearch(one, FIND) != NULL), printf(" %d\n", hsearch(one, ENTER)->data == keys[1]);
  hdestroy();
}

struct element {
  struct element *next, *before;
};
static void queues(void) {
  struct element e[5];
  insque(&e[0], NULL);
  for (unsigned i = 1; i < 5; ++i) insque(&e[i], &e[below(i)]);
  remque(&e[1 + below(4)]);
  for (struct element* p = &e[0]; p; p = p->next) printf("%ld<%ld ", (long)(p - e), p->before ? (long)(p->before - e) : -1);
  printf("\n");
}

static void conversions(void) {
  char narrow[12], out[12] = "###########";
  wchar_t wide[12];
  wmemset(wide, L'#', 12);
  text(narrow, 8, "ab\x80" "c");
  const char* from = narrow;
  size_t n = below(9), most = below(9);
  mbstate_t state;
  memset(&state, 0, sizeof state);
  errno = 0;
  size_t r = below(2) ? mbsrtowcs(below(4) ? wide : NULL, &from, n, &state) : mbsnrtowcs(wide, &from, most, n, &state);
  printf("mbsrtowcs %ld %ld errno %d ", (long)r, from ? (long)(from - narrow) : -1, errno), dump(wide, 48);
  wchar_t source[] = L"ab\u20acd";
  source[2] = below(2) ? L'x' : source[2];
  const wchar_t* wfrom = source;
  errno = 0;
  r = below(2) ? wcsrtombs(below(4) ? out : NULL, &wfrom, n, &state) : wcsnrtombs(out, &wfrom, most, n, &state);
  printf("wcsrtombs %ld %ld errno %d ", (long)r, wfrom ? (long)(wfrom - source) : -1, errno), dump(out, 12);
  wchar_t c = L'#';
  errno = 0;
  printf("mbrtowc %ld ", (long)mbrtowc(below(3) ? &c : NULL, narrow, below(3), &state)), dump(&c, 4);
  printf("mbrlen %ld null %ld mbsinit %d errno %d\n", (long)mbrlen(narrow, 1, &state), (long)mbrtowc(&c, NULL, 1, &state), mbsinit(&state), errno);
  printf("wcrtomb %ld null %ld\n", (long)wcrtomb(out, source[2], &state), (long)wcrtomb(NULL, L'a', &state));
  wchar_t number[10], *end;
  for (unsigned i = 0; i < 9; ++i) number[i] = L"0123.e-x"[below(8)];
  number[below(10)] = 0, number[9] = 0;
  printf("wcstod %a %ld\n", wcstod(number, &end), (long)(end - number));
}

static void call(void) {
  char a[12], b[12];
  switch (below(9)) {
    case 0: tables(); break;
    case 1: queues(); break;
    case 2: conversions(); break;
    case 3:
    case 4: printf("strverscmp %d\n", sign(strverscmp(text(a, 7, "a019"), text(b, 7, "a019")))); break;
    case 5: printf("fnmatch %d\n", fnmatch(text(a, 6, "a*?[]b-"), text(b, 5, "ab"), (int)below(2) * FNM_PERIOD)); break;
    case 6: {
      long n = (long)below(12) - 2;
      memset(b, '#', sizeof b);
      swab("abcdefghijkl", b, n);
      printf("swab "), dump(b, 12);
    } break;
    case 7: {
      struct tm t;
      memset(&t, 0, sizeof t);
      const char* texts[] = {"2020-02-03 04:05", "1999-12", "x", "Mon, 2021-01-02"};
      const char *given = PICK(texts), *end = strptime(given, below(3) ? "%Y-%m-%d %H:%M" : "%a, %Y-%m-%d", &t);
      printf("strptime %ld %d %d %d %d\n", end ? (long)(end - given) : -1, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour);
    } break;
    default: {
      struct drand48_data d;
      double x = 0;
      long y = 0, z = 0;
      text(a, 3, "01");
      memset(&d, 0, sizeof d);
      srand48_r((long)below(1000), &d);
      drand48_r(&d, &x), lrand48_r(&d, &y), mrand48_r(&d, &z);
      printf("drand48_r %a %ld %ld lgamma %a nan %d\n", x, y, z, lgamma(x + below(9)), isnan(nan(a)));
    }
  }
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 12; ++i) call();
  return 0;
}
