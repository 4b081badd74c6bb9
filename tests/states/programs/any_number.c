// Functions with any number of arguments save all registers that might hold one, and stop before they have read them.
#include <pthread.h>
#include <stdarg.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double total;

__attribute__((noinline)) static double add(const char* kinds, ...) {
  double sum = 0;
  va_list arguments;
  va_start(arguments, kinds);
  for (const char* k = kinds; *k; k++) {
    pthread_mutex_lock(&mutex);
    sum += *k == 'i' ? va_arg(arguments, int) : *k == 'l' ? (double)va_arg(arguments, long) : va_arg(arguments, double);
    total += 1;
    pthread_mutex_unlock(&mutex);
  }
  va_end(arguments);
  return sum;
}

static void* work(void* unused) {
  double sum = add("i", 1);
  sum += add("did", 0.5, 2, 0.25) + add("");
  sum += add("iiiiiilddddddddd", 1, 2, 3, 4, 5, 6, 7L, 1., 2., 3., 4., 5., 6., 7., 8., 9.);
  return sum == 1 + 2.75 + 28 + 45 ? unused : &total;
}

int main(void) {
  pthread_t t;
  void* wrong = NULL;
  pthread_create(&t, NULL, work, NULL);
  void* const here = work(NULL);
  pthread_join(t, &wrong);
  return here != NULL || wrong != NULL || total != 40;
}
