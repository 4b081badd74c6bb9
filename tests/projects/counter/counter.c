#include "counter.h"

void counter_init(struct counter *c) {
  pthread_mutex_init(&c->mutex, 0);
  c->value = 0;
}

void counter_add_unlocked(struct counter *c, int n) { c->value += n; }

void counter_add(struct counter *c, int n) {
  pthread_mutex_lock(&c->mutex);
  counter_add_unlocked(c, n);
  pthread_mutex_unlock(&c->mutex);
}

int counter_value(struct counter *c) {
  pthread_mutex_lock(&c->mutex);
  int value = c->value;
  pthread_mutex_unlock(&c->mutex);
  return value;
}
