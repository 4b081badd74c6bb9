// expect: misuse
// message: destruction of a synchronisation object that is locked
// lines: 16
//
// The last user of an object frees it while its mutex is still to be unlocked.
#include <pthread.h>
#include <stdlib.h>

struct Object {
  pthread_mutex_t m;
  int users;
};

static void release(struct Object* object) {
  pthread_mutex_lock(&object->m);
  if (--object->users == 0) free(object);
  pthread_mutex_unlock(&object->m);
}

static void* worker(void* arg) {
  release(arg);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct Object* object = malloc(sizeof *object);
  pthread_mutex_init(&object->m, NULL);
  object->users = 2;
  pthread_create(&thread, NULL, worker, object);
  release(object);
  pthread_join(thread, NULL);
  return 0;
}
