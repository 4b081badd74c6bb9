// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, with two event counters.
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int there, back;

static void* echo(void* unused) {
  for (;;) {
    eventfd_t value;
    assert(eventfd_read(there, &value) == 0 && value == 1);
    assert(eventfd_write(back, 2) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  there = eventfd(0, 0);
  back = eventfd(0, 0);
  pthread_create(&t, NULL, echo, NULL);
  for (;;) {
    eventfd_t value;
    assert(eventfd_write(there, 1) == 0);
    assert(eventfd_read(back, &value) == 0 && value == 2);
  }
}
