// expect: memory
// lines: 14
// message: write of 9 bytes, 1 byte of it past the end of 'name' (8 bytes
//
// A library function writes the end of a string behind a global.
#include <pthread.h>
#include <string.h>

static char name[8];
static char neighbour[8];

static void *worker(void *argument) {
  const char *text = argument;
  strcpy(name, text);
  return 0;
}

int main(void) {
  pthread_t t;
  char text[] = "12345678";
  pthread_create(&t, 0, worker, text);
  pthread_join(t, 0);
  return neighbour[0];
}
