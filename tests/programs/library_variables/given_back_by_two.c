// expect: verified
// input: ab
//
// Two threads look at a character each: nothing is lost, but the order may be another.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *look(void *unused) {
  ungetc(getchar(), stdin);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  look(0);
  pthread_join(t, 0);
  const int first = getchar(), second = getchar();
  assert((first == 'a' && second == 'b') || (first == 'b' && second == 'a'));
  assert(getchar() == EOF);
}
