// expect: race on local
// lines: 16, 34
//
// The bytes of a pointer, taken apart in a function that returns them in a structure.
#include <pthread.h>
#include <string.h>

struct bytes { unsigned char b[8]; };
static struct bytes shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  int *p;
  pthread_mutex_lock(&m);
  memcpy(&p, shared.b, sizeof p);
  if (p) *p = 1;
  pthread_mutex_unlock(&m);
  return argument;
}

static struct bytes pack(unsigned long bits) {
  struct bytes result;
  for (int i = 0; i < 8; i++) result.b[i] = (unsigned char)(bits >> 8 * i);
  return result;
}

int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  shared = pack((unsigned long)&local);
  pthread_mutex_unlock(&m);
  local = 2;
  pthread_join(t, 0);
  return 0;
}
