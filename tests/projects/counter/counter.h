#pragma once
#include <pthread.h>

struct counter {
  pthread_mutex_t mutex;
  int value;
};

void counter_init(struct counter *c);
void counter_add(struct counter *c, int n);
void counter_add_unlocked(struct counter *c, int n);
int counter_value(struct counter *c);
