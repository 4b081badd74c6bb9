// expect: verified
// search: stateful
// exit: never
//
// Stoller 2002, section 10 and figure 4, Clean: "two threads that use bounded counters, synchronized methods, wait, and
// notifyAll", after NASA's Remote Agent (Brat, Havelund, Park and Visser 2000, figure 1), here with what was wrong
// there put right. Each task waits until the other's event has been signalled since it last looked. Both run forever;
// the counters are bounded, so that there are finitely many states.
#include <assert.h>
#include <pthread.h>

enum { kBound = 3 };

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t signalled;
  int count;
} Event;

static Event event1 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static Event event2 = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

// Until the count is another than `seen`; it is the result.
static int wait_for_event(Event* e, int seen) {
  pthread_mutex_lock(&e->lock);
  while (e->count == seen) pthread_cond_wait(&e->signalled, &e->lock);
  seen = e->count;
  pthread_mutex_unlock(&e->lock);
  return seen;
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
    seen = wait_for_event(&event1, seen);
    signal_event(&event2);
  }
  return unused;
}

static void* second_task(void* unused) {
  for (int seen = 0;;) {
    signal_event(&event1);
    seen = wait_for_event(&event2, seen);
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
