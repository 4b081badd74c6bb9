// kWriters writers of array[j] = array[j-1] + 1 and one reader that looks for the last zero.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int array[kWriters + 1];
static const int number[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static void* reader(void* arg) {
  int i = kWriters;
  while (atomic_load(&array[i]) != 0) i--;
  return arg;
}

static void* writer(void* arg) {
  int j = *(const int*)arg;
  atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
  return NULL;
}

int main(void) {
  pthread_t t[kWriters + 1];
  pthread_create(&t[0], NULL, reader, NULL);
  for (int j = 1; j <= kWriters; j++) pthread_create(&t[j], NULL, writer, (void*)&number[j]);
  for (int j = 0; j <= kWriters; j++) pthread_join(t[j], NULL);
  return 0;
}
