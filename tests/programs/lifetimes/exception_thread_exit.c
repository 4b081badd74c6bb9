// expect: verified
//
// pthread_exit leaves frames too. A clean-up handler may use what its own frame and the frames around it hold.
#include <assert.h>
#include <pthread.h>

static int total;

static void add(void* argument) {
  int local = *(int*)argument;
  int* p = &local;
  total += *p;
}

static void inner(int* outer) {
  int mine = 2;
  pthread_cleanup_push(add, outer);
  pthread_cleanup_push(add, &mine);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
}

static void* run(void* unused) {
  int mine = 40;
  pthread_cleanup_push(add, &mine);
  inner(&mine);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(total == 82);
}
