// analyze: unknown
// Both threads wait for the other's byte: no lock takes part, and no proof may say that nobody waits forever.
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void* answer(void* unused) {
  char byte;
  if (read(there[0], &byte, 1) == 1) write(back[1], &byte, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  if (pipe(there) != 0 || pipe(back) != 0) return 1;
  pthread_create(&thread, NULL, answer, NULL);
  read(back[0], &byte, 1);
  write(there[1], "x", 1);
  pthread_join(thread, NULL);
  return 0;
}
