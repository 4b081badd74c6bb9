// expect: verified
// search: dpor optimal stateful
//
// Two threads send each other more than a pipe holds; one of them receives first.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { kSize = 70000 };
static int there[2], back[2];
static char out[kSize], in[kSize], echo[kSize];

static void receive(int from, char* to) {
  for (size_t n = 0; n < kSize;) {
    const ssize_t part = read(from, to + n, kSize - n);
    assert(part > 0);
    n += (size_t)part;
  }
}

static void* partner(void* unused) {
  receive(there[0], echo);
  assert(write(back[1], echo, kSize) == kSize);
  return unused;
}

int main(void) {
  pthread_t t;
  memset(out, 'a', kSize);
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, NULL, partner, NULL);
  assert(write(there[1], out, kSize) == kSize);
  receive(back[0], in);
  pthread_join(t, NULL);
  assert(memcmp(in, out, kSize) == 0);
  return 0;
}
