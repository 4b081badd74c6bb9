// expect: verified
//
// A bounded queue with room for one: producers wait on "not full", consumers on "not empty".
#include <assert.h>
#include <pthread.h>

enum { kRoom = 1, kItems = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slots[kRoom], first, used;

static void put(int item) {
  pthread_mutex_lock(&m);
  while (used == kRoom) pthread_cond_wait(&not_full, &m);
  slots[(first + used++) % kRoom] = item;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&m);
}

static int take(void) {
  pthread_mutex_lock(&m);
  while (used == 0) pthread_cond_wait(&not_empty, &m);
  int item = slots[first];
  first = (first + 1) % kRoom;
  used--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&m);
  return item;
}

static void* producer(void* arg) {
  for (int i = 1; i <= kItems; i++) put(i);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= kItems; i++) assert(take() == i);
  pthread_join(thread, NULL);
  return 0;
}
