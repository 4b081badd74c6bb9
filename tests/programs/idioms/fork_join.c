// expect: verified
// visible: sync all
//
// Ownership by fork and join alone: main, child, grandchild, and back.
#include <pthread.h>

static int x;

static void* grandchild(void* arg) {
  x++;
  return arg;
}

static void* child(void* arg) {
  pthread_t thread;
  x++;
  pthread_create(&thread, NULL, grandchild, NULL);
  pthread_join(thread, NULL);
  x++;
  return arg;
}

int main(void) {
  pthread_t thread;
  x = 1;
  pthread_create(&thread, NULL, child, NULL);
  pthread_join(thread, NULL);
  x++;
  return x - 5;
}
