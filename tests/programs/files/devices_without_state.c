// expect: verified
// search: dfs dpor
//
// Zeros and random bytes never end, have no position, and whoever reads them sees nothing of the others.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int zero, some;

static void *reader(void *unused) {
  char bytes[700] = {1};
  assert(read(zero, bytes, sizeof bytes) == sizeof bytes);
  for (unsigned i = 0; i < sizeof bytes; ++i) assert(bytes[i] == 0);
  assert(read(some, bytes, 8) == 8);
  assert(pread(some, bytes, 8, 100) == 8);
  assert(write(zero, bytes, 3) == 3);
  return unused;
}

int main(void) {
  zero = open("/dev/zero", O_RDWR);
  some = open("/dev/urandom", O_RDONLY);
  assert(zero >= 0 && some >= 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  FILE *stream = fopen("/dev/zero", "r");
  assert(stream != NULL && fgetc(stream) == 0 && fgetc(stream) == 0);
  fclose(stream);
  return close(zero) + close(some);
}
