// analyze: unknown
#include <pthread.h>
void outside(int*);
static int x;
static void* run(void* p) {
  outside(&x);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return x;
}
