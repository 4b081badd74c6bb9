// expect: memory
// message: use after free
// lines: 19
//
// One thread gives the object up and frees it; the other has forgotten to count itself in.
#include <pthread.h>
#include <stdlib.h>

struct Object {
  pthread_mutex_t m;
  int value;
};

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

static void* late(void* arg) {
  struct Object* object = arg;
  pthread_mutex_lock(&order);
  pthread_mutex_lock(&object->m);
  object->value++;
  pthread_mutex_unlock(&object->m);
  pthread_mutex_unlock(&order);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct Object* object = malloc(sizeof *object);
  pthread_mutex_init(&object->m, NULL);
  object->value = 0;
  pthread_create(&thread, NULL, late, object);
  pthread_mutex_lock(&order);
  pthread_mutex_destroy(&object->m);
  free(object);
  pthread_mutex_unlock(&order);
  pthread_join(thread, NULL);
  return 0;
}
