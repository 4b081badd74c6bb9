// analyze: verified
// What main does before it creates a thread and after it has joined it is not at the same time.
#include <pthread.h>
static int x;
static void* run(void* p) {
  x++;
  return p;
}
int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  x++;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return x;
}
