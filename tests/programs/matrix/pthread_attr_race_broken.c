// expect: race on attributes
// lines: 14, 23
// primitive: pthread_attr
//
// One attribute object, changed by main while a thread uses it.
#include <pthread.h>

static pthread_attr_t attributes;

static void* leaf(void* arg) { return arg; }

static void* worker(void* arg) {
  pthread_t child;
  pthread_create(&child, &attributes, leaf, NULL);
  pthread_join(child, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_attr_setguardsize(&attributes, 0);
  pthread_join(thread, NULL);
  return 0;
}
