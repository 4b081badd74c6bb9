// expect: verified
// primitive: atoi
// primitive: strtol
// primitive: strtoul
// primitive: strtod
// primitive: abs
// primitive: div
// exit: 0
//
// Numbers from a constant text.
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

static const char text[] = "42 rest";

static void* worker(void* arg) {
  char* end;
  assert(atoi(text) == 42 && atol("-7") == -7 && atoll("8") == 8 && atof("2.5") == 2.5);
  assert(strtol(text, &end, 10) == 42 && end == text + 2);
  assert(strtoul("0x1f", NULL, 16) == 31 && strtoll("-12", NULL, 0) == -12 && strtoull("077", NULL, 0) == 63);
  assert(strtod("1e3x", &end) == 1000 && *end == 'x' && strtof("0.5", NULL) == 0.5f);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == 0x7fffffffffffffff && errno == ERANGE);
  assert(abs(-3) == 3 && labs(-4l) == 4 && llabs(-5ll) == 5);
  div_t parts = div(7, 2);
  ldiv_t longs = ldiv(-7, 2);
  assert(parts.quot == 3 && parts.rem == 1 && longs.quot == -3 && longs.rem == -1);
  assert(imaxabs(-6) == 6);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
