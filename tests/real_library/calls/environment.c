// The environment, the locale, and what else is asked about the surroundings.
#include "seeded.h"
#include <locale.h>
#include <unistd.h>

extern char** environ;

int main(int argc, char** argv) {
  seed_from(argc, argv);
  static char texts[60][12];
  for (int i = 0; i < 50; ++i) {
    const char* name = PICK(((const char*[]){"A", "B", "AB", "C", "", "A=B"}));
    const char* value = PICK(((const char*[]){"", "1", "two", "a=b"}));
    errno = 0;
    switch (below(8)) {
      case 0:
      case 1: printf("setenv %s %s %d", name, value, setenv(name, value, (int)below(2))); break;
      case 2: printf("unsetenv %s %d", name, unsetenv(name)); break;
      case 3:
        sprintf(texts[i], "%s%s%s", PICK(((char*[]){"A", "B", "D"})), below(5) ? "=" : "", value);
        printf("putenv %s %d", texts[i], putenv(texts[i]));
        break;
      case 4:
      case 5: {
        const char* got = below(2) ? getenv(name) : secure_getenv(name);
        printf("getenv %s %s", name, got ? got : "NULL");
      } break;
      case 6:
        if (below(4) == 0) printf("clearenv %d", clearenv());
        break;
      case 7: {
        const char* r = setlocale(PICK(((int[]){LC_ALL, LC_CTYPE, LC_NUMERIC, 77})), PICK(((const char*[]){NULL, "C", "POSIX", "", "xx_XX"})));
        printf("setlocale %s", r ? r : "NULL"), errno = 0;
      } break;
    }
    printf(" errno %d\n", errno);
    for (char** e = environ; e && *e; ++e) printf(" [%s]", *e);
    printf("\n");
  }
  return 0;
}
