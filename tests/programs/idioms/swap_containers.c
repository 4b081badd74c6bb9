// expect: verified
//
// Two boxes, each with a lock that protects the box and whatever lies in it; a third thread swaps the contents under
// both locks. The lock of an item changes with its box.
#include <pthread.h>

struct Item {
  int value;
};
struct Box {
  pthread_mutex_t lock;
  struct Item* item;
};

static struct Item first, second;
static struct Box a = {PTHREAD_MUTEX_INITIALIZER, &first};
static struct Box b = {PTHREAD_MUTEX_INITIALIZER, &second};

static void* swaps(void* arg) {
  pthread_mutex_lock(&a.lock);
  pthread_mutex_lock(&b.lock);
  struct Item* was = a.item;
  a.item = b.item;
  b.item = was;
  pthread_mutex_unlock(&b.lock);
  pthread_mutex_unlock(&a.lock);
  return arg;
}

static void* uses_a(void* arg) {
  pthread_mutex_lock(&a.lock);
  a.item->value++;
  pthread_mutex_unlock(&a.lock);
  return arg;
}

static void* uses_b(void* arg) {
  pthread_mutex_lock(&b.lock);
  b.item->value++;
  pthread_mutex_unlock(&b.lock);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, swaps, NULL);
  pthread_create(&t[1], NULL, uses_a, NULL);
  pthread_create(&t[2], NULL, uses_b, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return first.value + second.value - 2;
}
