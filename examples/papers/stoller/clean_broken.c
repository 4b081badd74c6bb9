// expect: deadlock
// search: dpor stateful
//
// clean.c as it was in the Remote Agent: a task looks at the count first and waits in a method of its own. An event
// that is signalled in between is missed, and in the end each task waits for the other. (The count is atomic here: in
// the original, and in C, it is a data race as well.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kBound = 3 };

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t signalled;
  atomic_int count;
} Event;

static Event event1 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static Event event2 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void wait_for_event(Event* e) {
  pthread_mutex_lock(&e->lock);
  pthread_cond_wait(&e->signalled, &e->lock);
  pthread_mutex_unlock(&e->lock);
}

static void signal_event(Event* e) {
  pthread_mutex_lock(&e->lock);
  e->count = (e->count + 1) % kBound;
  assert(0 <= e->count && e->count < kBound);
  pthread_cond_broadcast(&e->signalled);
  pthread_mutex_unlock(&e->lock);
}

static void* first_task(void* unused) {
  for (int seen = 0;;) {
    if (event1.count == seen) wait_for_event(&event1);
    seen = event1.count;
    signal_event(&event2);
  }
  return unused;
}

static void* second_task(void* unused) {
  for (int seen = 0;;) {
    signal_event(&event1);
    if (event2.count == seen) wait_for_event(&event2);
    seen = event2.count;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first_task, 0);
  pthread_create(&two, 0, second_task, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
