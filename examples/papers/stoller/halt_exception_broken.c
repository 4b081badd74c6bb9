// expect: deadlock
// search: dpor optimal stateful
//
// halt_exception.c with a wake-up that is missed: get() looks whether the buffer was full after it has taken an item,
// so it never finds it full, and a producer that waits for a free slot is not woken.
#include <assert.h>
#include <pthread.h>

enum { kItems = 10, kSlots = 6 };

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int slots[kSlots];
  int put, get, used;
  int halted;
} Buffer;

static Buffer buffer = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void put(Buffer* b, int item) {
  pthread_mutex_lock(&b->lock);
  while (b->used == kSlots) pthread_cond_wait(&b->changed, &b->lock);
  b->slots[b->put] = item;
  b->put = (b->put + 1) % kSlots;
  if (b->used == 0) pthread_cond_broadcast(&b->changed);
  b->used++;
  pthread_mutex_unlock(&b->lock);
}

// 0: halted (the paper's exception), and nothing is left.
static int get(Buffer* b, int* item) {
  int got = 0;
  pthread_mutex_lock(&b->lock);
  while (b->used == 0 && !b->halted) pthread_cond_wait(&b->changed, &b->lock);
  if (b->used != 0) {
    *item = b->slots[b->get];
    b->get = (b->get + 1) % kSlots;
    b->used--;
    if (b->used == kSlots) pthread_cond_broadcast(&b->changed);
    got = 1;
  }
  pthread_mutex_unlock(&b->lock);
  return got;
}

static void halt(Buffer* b) {
  pthread_mutex_lock(&b->lock);
  b->halted = 1;
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->lock);
}

static void* produce(void* unused) {
  for (int i = 0; i < kItems; i++) put(&buffer, i * i);
  halt(&buffer);
  return unused;
}

static void* consume(void* unused) {
  int received = 0;
  for (int item; get(&buffer, &item); received++) assert(item == received * received);
  assert(received == kItems);
  return unused;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumer, 0, consume, 0);
  pthread_join(producer, 0);
  pthread_join(consumer, 0);
  assert(buffer.used == 0);
  return 0;
}
