// expect: race on second.value
// lines: 32, 41
//
// swap_containers.c, but one thread holds on to an item after it has let go of the box's lock.
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
  struct Item* item = b.item;
  pthread_mutex_unlock(&b.lock);
  item->value++;
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, swaps, NULL);
  pthread_create(&t[1], NULL, uses_a, NULL);
  pthread_create(&t[2], NULL, uses_b, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
