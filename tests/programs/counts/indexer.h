// kThreads threads enter four words each into a hash table of 128 by compare-exchange; from twelve on, words meet.
#include <pthread.h>
#include <stdatomic.h>

enum { kSize = 128, kWords = 4 };
static atomic_int table[kSize];
static int id[kThreads];

static void* worker(void* arg) {
  int me = *(int*)arg;
  for (int m = 1; m <= kWords; m++) {
    int word = m * 11 + me;
    int h = (word * 7) % kSize;
    for (int empty = 0; !atomic_compare_exchange_strong(&table[h], &empty, word); empty = 0) h = (h + 1) % kSize;
  }
  return NULL;
}

int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kThreads; i++) {
    id[i] = i;
    pthread_create(&t[i], NULL, worker, &id[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], NULL);
  return 0;
}
