// expect: deadlock
// search: dfs dpor optimal stateful
//
// Both send first: when the pipes are full nobody receives.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { kSize = 70000 };
static int there[2], back[2];
static char mine[kSize], its[kSize], in[kSize], its_in[kSize];

static void receive(int from, char* to) {
  for (size_t n = 0; n < kSize;) {
    const ssize_t part = read(from, to + n, kSize - n);
    assert(part > 0);
    n += (size_t)part;
  }
}

static void* partner(void* unused) {
  assert(write(back[1], its, kSize) == kSize);
  receive(there[0], its_in);
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, NULL, partner, NULL);
  assert(write(there[1], mine, kSize) == kSize);
  receive(back[0], in);
  pthread_join(t, NULL);
  return 0;
}
