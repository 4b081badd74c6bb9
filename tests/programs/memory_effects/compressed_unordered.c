// expect: race
// flags: -lbz2
// search: dpor
//
// What libbz2 writes for its caller is a write like others: here nothing orders it before the other thread's read.
#include <bzlib.h>
#include <pthread.h>
#include <stdatomic.h>

static char text[64] = "so much wood would a woodchuck chuck, if a woodchuck could";
static char packed[512];
static atomic_uint ready;

static void* reads(void* unused) {
  return atomic_load_explicit(&ready, memory_order_relaxed) && packed[0] == 'B' ? &packed : NULL;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, NULL, reads, NULL);
  unsigned size = sizeof packed;
  BZ2_bzBuffToBuffCompress(packed, &size, text, sizeof text, 1, 0, 0);
  atomic_store_explicit(&ready, size, memory_order_relaxed);
  pthread_join(reader, NULL);
  return 0;
}
