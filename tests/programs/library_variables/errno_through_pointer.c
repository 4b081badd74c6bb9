// expect: verified
// search: dpor
// visible: sync all
//
// errno by a pointer, a copy of it, a member and a loop: native functions set it, and what is read afterwards is new.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>

static volatile double negative = -1, positive = 1;
struct Place {
  int* number;
};

static double logarithm(double x) { return log(x); }
static int twice(int* number, double x) {
  *number = 0;
  volatile double ignored = logarithm(x);
  const int first = *number;
  *number = 0;
  ignored = log(x);
  (void)ignored;
  return first == *number ? first : -1;
}

int main() {
  int* number = &errno;
  *number = 0;
  volatile double ignored = log(negative);
  assert(*number == EDOM);
  *number = 0;
  ignored = log(positive);
  assert(*number == 0);
  // Written before and after: the second write is the last word.
  *number = ERANGE;
  ignored = log(negative);
  *number = 0;
  assert(*number == 0 && errno == 0);

  assert(twice(number, negative) == EDOM && twice(&errno, positive) == 0);
  int local = 3;
  assert(twice(&local, negative) == 0 && errno == EDOM);

  struct Place place = {number};
  *place.number = 0;
  for (int i = 0; i < 4; i++) {
    ignored = logarithm(i < 2 ? positive : negative);
    assert(*place.number == (i < 2 ? 0 : EDOM));
  }
  int changes = 0;
  for (int i = 0; i < 20; i++) {
    *number = 0;
    ignored = log(negative);
    changes += *number == EDOM;
  }
  assert(changes == 20);
  (void)ignored;
}
