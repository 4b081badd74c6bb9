// One writer and kReaders readers of one atomic: each reader comes before or after the write.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* writer(void* arg) {
  atomic_store(&x, 1);
  return arg;
}

static void* reader(void* arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t t[kReaders + 1];
  pthread_create(&t[0], NULL, writer, NULL);
  for (int i = 1; i <= kReaders; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i <= kReaders; i++) pthread_join(t[i], NULL);
  return 0;
}
