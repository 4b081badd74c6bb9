// expect: verified
// assumes: pthread_attr_setstacksize
//
// Whether a thread fits into a small stack is not checked.
#include <pthread.h>
void *idle(void *unused) { return unused; }
int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_t t;
  pthread_create(&t, &attributes, idle, 0);
  pthread_join(t, 0);
  return 0;
}
