// A search of this takes hours: for tests that stop one.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a;
static void *work(void *unused) {
  for (int i = 0; i < 10; i++) a++;
  return unused;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
