// expect: verified
// exit: never
// search: stateful best-first
//
// One thread allocates, another one frees what it is given, forever.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct Item {
  struct Item* next;
  int value;
} * head;

static void* produce(void* unused) {
  for (;;) {
    struct Item* item = malloc(sizeof *item);
    item->value = 7;
    pthread_mutex_lock(&m);
    if (!head) {
      item->next = head;
      head = item;
      item = 0;
    }
    pthread_mutex_unlock(&m);
    free(item);
  }
}

static void* consume(void* unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    struct Item* item = head;
    if (item) head = item->next;
    pthread_mutex_unlock(&m);
    if (item) assert(item->value == 7);
    free(item);
  }
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, produce, 0);
  pthread_create(&other, 0, consume, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
