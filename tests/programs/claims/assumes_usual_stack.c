// expect: verified
// assumes: nothing
//
// Attributes that say nothing of the stack.
#include <pthread.h>
void *idle(void *unused) { return unused; }
int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t t;
  pthread_create(&t, &attributes, idle, 0);
  pthread_join(t, 0);
  return 0;
}
