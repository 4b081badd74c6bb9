// expect: verified
//
// pthread_once_t and once_flag in structures that are assigned anew; a copy of one that is done is done.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

struct slot {
  pthread_once_t once;
  once_flag flag;
  int value;
} slot, copy;
int n;
void count(void) { n++; }

void use(struct slot *s) {
  pthread_once(&s->once, count);
  call_once(&s->flag, count);
}

int main(void) {
  use(&slot);
  use(&slot);
  assert(n == 2);
  slot = (struct slot){PTHREAD_ONCE_INIT, ONCE_FLAG_INIT, 0};
  use(&slot);
  assert(n == 4);
  memset(&slot, 0, sizeof slot);
  use(&slot);
  assert(n == 6);
  slot.value = 1;  // another member
  use(&slot);
  assert(n == 6);
  return 0;
}
