// expect: race on buffer
// lines: 14, 23
//
// read fills the user's buffer, which another thread looks at.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[8];
static int seen;

static void* looker(void* unused) {
  seen = buffer[1];
  return unused;
}

int main(void) {
  pthread_t t;
  const int f = open("/etc/passwd", O_RDONLY);
  pthread_create(&t, NULL, looker, NULL);

  if (read(f, buffer, 4) != 4) return 1;
  pthread_join(t, NULL);
  return 0;
}
