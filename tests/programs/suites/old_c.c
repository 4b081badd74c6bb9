// expect: verified
// exit: 3
// assumes: nothing
//
// C before 1999: types and declarations that are left out, parameters named before they are declared, a return without
// a value, a thread function that takes nothing.
#include <pthread.h>
static total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

add(a, b) int a, b;
{ return a + b; }

count() {
  pthread_mutex_lock(&m);
  total = add(total, 1);
  pthread_mutex_unlock(&m);
}

void* worker() {
  count();
  return 0;
}

main(argc, argv)
int argc;
char** argv;
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  count();
  pthread_join(t, 0);
  return later(total);
}

later(n) { return n + 1; }
