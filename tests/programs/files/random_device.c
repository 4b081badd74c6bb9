// expect: race
// lines: 14
// search: dfs dpor
//
// What comes from /dev/random goes into memory that both threads write to; the device itself orders nobody.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int device;
static char byte;

static void *draw(void *unused) {
  if (read(device, &byte, 1) != 1) return &byte;
  return unused;
}

int main(void) {
  device = open("/dev/random", O_RDONLY);
  if (device < 0) return 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, draw, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return close(device);
}
