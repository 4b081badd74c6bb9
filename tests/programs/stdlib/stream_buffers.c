// expect: verified
// exit: 0
//
// How a stream is buffered is asked for in four ways, and changes nothing that a thread could see.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
static char large[BUFSIZ];
static void* worker(void* argument) {
  setlinebuf(stdout);
  puts("one line");
  return argument;
}
int main(void) {
  pthread_t t;
  setvbuf(stdout, large, _IOFBF, sizeof large);
  setbuf(stdout, NULL);
  setbuffer(stdout, large, sizeof large);
  pthread_create(&t, NULL, worker, NULL);
  setlinebuf(stderr);
  puts("another");
  pthread_join(t, NULL);
  return 0;
}
