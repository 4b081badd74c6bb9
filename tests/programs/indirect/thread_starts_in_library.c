// expect: inconclusive
// message: thread_starts_in_library.c:12: call of '__xpg_basename'
//
// The machine calls the function: nothing of the program does.
#include <libgen.h>
#include <pthread.h>

static char path[8] = "a/b/";

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void* (*)(void*))(void*)__xpg_basename, path);
  path[3] = 'x';
  pthread_join(t, 0);
  return 0;
}
