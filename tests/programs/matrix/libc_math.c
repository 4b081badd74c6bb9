// expect: verified
// primitive: <math.h>
// primitive: <ctype.h>
// exit: 0
//
// Values in, values out; what a second result is stored to belongs to the thread.
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>

static void* worker(void* arg) {
  volatile double two = 2, half = 2.5;
  double whole;
  int exponent, quotient;
  assert(sqrt(two * 2) == 2 && pow(two, 3) == 8 && floor(half) == 2 && fabs(-two) == 2 && fmod(half, two) == 0.5);
  assert(modf(half, &whole) == 0.5 && whole == 2);
  assert(frexp(two, &exponent) == 0.5 && exponent == 2);
  assert(remquo(half, two, &quotient) == 0.5 && quotient == 1);
  assert(isalpha('a') && !isalpha('1') && isdigit('7') && isspace('\t') && toupper('q') == 'Q' && tolower('Q') == 'q');
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
