// analyze: race on shared.count
// A loop over the bytes of a structure comes to its later members; the first is an array.
#include <pthread.h>

static struct {
  char name[8];
  int count;
} shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clear(void* start, unsigned long size) {
  char* byte = start;
  for (unsigned long i = 0; i < size; i++) byte[i] = 0;
}

static void* work(void* unused) {
  clear(&shared, sizeof shared);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&lock);
  shared.count++;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
