// Texts to numbers: value, how far it was read, errno; characters and their classes.
#include "seeded.h"
#include <ctype.h>
#include <inttypes.h>
#include <wchar.h>

static void integers(const char* s) {
  char* end = NULL;
  int base = PICK(((int[]){0, 10, 16, 8, 2, 36, 3, 1, 37, -1}));
  errno = 0;
  switch (below(8)) {
    case 0: printf("strtol %ld", strtol(s, &end, base)); break;
    case 1: printf("strtoul %lu", strtoul(s, &end, base)); break;
    case 2: printf("strtoll %lld", strtoll(s, &end, base)); break;
    case 3: printf("strtoull %llu", strtoull(s, &end, base)); break;
    case 4: printf("strtoimax %jd", strtoimax(s, &end, base)); break;
    case 5: printf("strtoumax %ju", strtoumax(s, &end, base)); break;
    case 6: printf("strtol %ld", strtol(s, NULL, base)); break;
    case 7: printf("atoi %d atol %ld atoll %lld", atoi(s), atol(s), atoll(s)); break;
  }
  printf(" base %d end %ld errno %d\n", base, end ? (long)(end - s) : -1, errno);
}

static void reals(const char* s) {
  char* end = NULL;
  errno = 0;
  switch (below(4)) {
    case 0: printf("strtod %a", strtod(s, &end)); break;
    case 1: printf("strtof %a", (double)strtof(s, &end)); break;
    case 2: printf("strtold %La", strtold(s, &end)); break;
    case 3: printf("atof %g", atof(s)); break;
  }
  printf(" end %ld errno %d\n", end ? (long)(end - s) : -1, errno);
}

static void characters(void) {
  int c = (int)below(257) - 1;
  printf("%d: %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d\n", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c),
         !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), tolower(c), toupper(c),
         toascii(c));
}

static void arithmetic(void) {
  long x = (long)below(1000) - 500, y = 1 + (long)below(20);
  ldiv_t q = ldiv(x, y);
  printf("%ld %ld %ld %d %d %d %d\n", q.quot, q.rem, labs(x), abs((int)x), ffs((int)x), ffsl(x), div((int)x, (int)y).rem);
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  char s[40];
  for (int i = 0; i < 60; ++i) {
    char* p = s;
    if (below(3) == 0) p += sprintf(p, "%s", PICK(((char*[]){" ", "\t\n ", "  ", "\v"})));
    if (below(3) == 0) p += sprintf(p, "%s", PICK(((char*[]){"-", "+", "--", "+-"})));
    if (below(3) == 0) p += sprintf(p, "%s", PICK(((char*[]){"0x", "0X", "0", "0b1", "inf", "nan", "infinity", "nan(12)", "1e"})));
    text(p, 12, PICK(((const char*[]){"0123456789", "01", "09afz", "0123.e-+", "f.p1", "9"})));
    if (below(12) == 0) strcpy(s, PICK(((char*[]){"9223372036854775807", "9223372036854775808", "-9223372036854775809",
                                                  "18446744073709551616", "1e400", "-1e-400", "4e-320", "2147483648"})));
    switch (below(5)) {
      case 0:
      case 1: integers(s); break;
      case 2: reals(s); break;
      case 3: characters(); break;
      case 4: arithmetic(); break;
    }
  }
  return 0;
}
