// expect: verified
//
// Copies of what has no value, which nobody uses, or only where it has one. Structures and bytes are copied as they are.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Part { int set, open; };
struct Bits { unsigned low : 3, high : 5; };
static atomic_int flag;

static void* thread(void* arg) { return flag = 1, arg; }

static struct Part copied(struct Part given) {
  struct Part copy = given;
  return copy;
}
static unsigned char byte_of(unsigned char given) { return given; }

static int look(int seen) {
  int d, e, known = 0;
  if (seen) d = 4, known = 1;
  e = d;
  int f = e;
  if (known) assert(f == 4);
  e = 1;
  d = e;
  return d;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  int seen = flag, never, copy = never;
  (void)copy;
  assert(look(seen) == 1);

  int before, now;
  for (int i = 0; i < 3; ++i) {
    before = now;
    if (i > 0) assert(before == i - 1);
    now = i;
  }

  int silent = silent;
  if (seen) silent = 3;
  if (seen) assert(silent == 3);

  int a, b = 1, swap;
  swap = a, a = b, b = swap;
  assert(a == 1);

  struct Part part;
  part.set = 1;
  part = copied(part);
  assert(part.set == 1);
  struct Bits bits, other;
  bits.low = 5;
  other = bits;
  assert(other.low == 5);
  unsigned char raw, raw_copy = byte_of(raw);
  (void)raw_copy;
  pthread_join(t, 0);
  return 0;
}
