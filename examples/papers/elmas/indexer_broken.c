// expect: assertion
// search: dpor optimal stateful
//
// indexer.c with one thread more, so that words meet, and a slot that is looked at and then taken in two steps: one of
// the two words is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 12, kWords = 4, kSize = 128 };
static atomic_int table[kSize];

static int word(int thread, int n) { return n * 11 + thread; }
static int hash(int w) { return (w * 7) % kSize; }

static void* index_words(void* number) {
  for (int n = 1; n <= kWords; n++) {
    int w = word((int)(long)number, n), h = hash(w);
    while (table[h] != 0) h = (h + 1) % kSize;
    table[h] = w;
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, index_words, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  int sum = 0;  // of what is missing: every word that a thread has entered has a slot of its own
  for (int i = 0; i < kThreads; i++)
    for (int n = 1; n <= kWords; n++) sum += word(i, n);
  for (int h = 0; h < kSize; h++) sum -= table[h];
  assert(sum == 0);
  return 0;
}
