// expect: verified
// visible: sync all
//
// Main leaves by pthread_exit; the process goes on until the last thread ends, with status 0.
#include <pthread.h>

static int x;

static void* worker(void* arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t thread;
  x = 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_exit(NULL);
}
