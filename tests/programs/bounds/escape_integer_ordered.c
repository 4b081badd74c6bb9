// expect: verified
//
// The right twin: the address travels as an integer, and a lock orders every access through it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t address;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&m);
  if (address) *(int *)(address + 8) += 1;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  int local = 1;
  char buffer[16] = "abc";
  char *end = buffer;
  while (*end) end++;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  address = (uintptr_t)&local - 8;
  local += (int)(end - buffer);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(local == 4 || local == 5);
  return 0;
}
