// expect: inconclusive
// message: exit_handler_in_library.c:12: call of '__xpg_basename'
//
// What runs at the end of the process, as a compiler registers the destructor of a static variable.
#include <libgen.h>
#include <pthread.h>

extern int __cxa_atexit(void (*)(void*), void*, void*);

static char path[8] = "a/b/";
static void* worker(void* unused) {
  __cxa_atexit((void (*)(void*))(void*)__xpg_basename, path, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
