// expect: verified
// executions(dpor): 1
//
// Threads that only use a key are independent of each other, also in a program that deletes it in the end.
#include <pthread.h>

static pthread_key_t key;
static int values[3];

static void* worker(void* value) {
  pthread_setspecific(key, value);
  *(int*)pthread_getspecific(key) = 1;
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_key_create(&key, 0);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, &values[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  pthread_key_delete(key);
  return 0;
}
