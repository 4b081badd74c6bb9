// Dates and clocks: fields, texts, errno.
#include "seeded.h"
#include <time.h>
#include <unistd.h>

static void show(const struct tm* t) {
  if (!t) printf("NULL\n");
  else
    printf("%d-%d-%d %d:%d:%d wday %d yday %d dst %d\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
           t->tm_wday, t->tm_yday, t->tm_isdst);
}

static void call(void) {
  time_t when = (time_t)below(2000000000) * (below(5) ? 1 : -1) * (below(6) ? 1 : 40);
  if (below(25) == 0) when = PICK(((time_t[]){0, -1, 253402300799}));
  struct tm t;
  memset(&t, 0, sizeof t);
  if (!gmtime_r(&when, &t)) memset(&t, 0, sizeof t);  // glibc leaves what it had found so far
  t.tm_mon += (int)below(30) * (below(3) == 0), t.tm_mday += (int)below(90) * (below(3) == 0);
  t.tm_sec -= (int)below(4000) * (below(3) == 0), t.tm_isdst = (int)below(3) - 1;
  char out[100] = "";
  errno = 0;
  switch (below(10)) {
    case 0:
      if (below(20) == 0) when = below(2) ? 67768040609740800 : -67768040609740801;  // years that no int holds
      show(gmtime_r(&when, &t));
      break;
    case 1: show(localtime_r(&when, &t)); break;
    case 2: show(gmtime(&when)); break;
    case 3: show(localtime(&when)); break;
    case 4: printf("timegm %ld ", (long)timegm(&t)), show(&t); break;
    case 5: printf("mktime %ld ", (long)mktime(&t)), show(&t); break;
    case 6: {
      char* r = ctime_r(&when, out);
      printf("ctime_r %s", r ? r : "NULL\n");
    } break;
    case 7: {
      gmtime_r(&when, &t);
      char* r = asctime(&t);
      printf("asctime %s", r ? r : "NULL\n");
    } break;
    case 8: {
      char format[12] = "";
      for (unsigned i = 0, n = 1 + below(3); i < n; ++i)
        strcat(format, PICK(((char*[]){"%Y", "%m", "%d", "%H", "%M", "%S", "%a", "%A", "%b", "%B", "%j", "%U", "%V", "%G", "%p", "%I",
                                       "%y", "%C", "%e", "%D", "%T", "%R", "%F", "%s", "%u", "%w", "%Z", "%z", "%%", "%c", "%x", "%X",
                                       "%n", "%h", "%k", "%l", "%P", "%r"})));
      gmtime_r(&when, &t);
      size_t n = strftime(out, 1 + below(60), format, &t);
      printf("strftime %s %zu '%s'\n", format, n, n ? out : "");
    } break;
    case 9: printf("difftime %g\n", difftime(when, 1000)); break;
  }
  printf("%ld errno %d\n", (long)when, errno);
}

// Clocks that do not exist and times that are none are left out: the models take them for good ones.
static void clocks(void) {
  struct timespec t = {7, 7};
  errno = 0;
  int clock = PICK(((int[]){CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE}));
  switch (below(6)) {
    case 0: printf("clock_gettime %d %d", clock, clock_gettime(clock, &t)); break;
    case 1: printf("clock_getres %d %d", clock, clock_getres(clock, &t)); break;
    case 2: {
      struct timespec s = {0, PICK(((long[]){0, 1000, 999}))};
      printf("nanosleep %ld %d", s.tv_nsec, nanosleep(&s, NULL));
    } break;
    case 3: {
      struct timespec s = {0, PICK(((long[]){0, 1000}))};
      int flags = below(2) ? TIMER_ABSTIME : 0;
      printf("clock_nanosleep %d %d %ld %d", clock, flags, s.tv_nsec, clock_nanosleep(clock = CLOCK_MONOTONIC, flags, &s, NULL));
    } break;
    case 4: {
      int base = PICK(((int[]){TIME_UTC, 0, 77}));
      printf("timespec_get %d %d", base, timespec_get(&t, base));
    } break;
    case 5: printf("usleep %d sleep %u", usleep(below(50)), sleep(0)); break;
  }
  printf(" errno %d valid %d\n", errno, t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 60; ++i) below(4) ? call() : clocks();
  return 0;
}
