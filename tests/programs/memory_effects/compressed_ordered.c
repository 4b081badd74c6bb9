// expect: verified
// flags: -lbz2
// search: dpor
//
// As compressed_unordered, with a release and an acquire between the write and the read.
#include <bzlib.h>
#include <pthread.h>
#include <stdatomic.h>

static char text[64] = "so much wood would a woodchuck chuck, if a woodchuck could";
static char packed[512];
static atomic_uint ready;

static void* reads(void* unused) {
  return atomic_load_explicit(&ready, memory_order_acquire) && packed[0] == 'B' ? &packed : NULL;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, NULL, reads, NULL);
  unsigned size = sizeof packed;
  BZ2_bzBuffToBuffCompress(packed, &size, text, sizeof text, 1, 0, 0);
  atomic_store_explicit(&ready, size, memory_order_release);
  pthread_join(reader, NULL);
  return 0;
}
