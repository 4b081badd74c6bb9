// analyze: unknown
// options: --entry count --property race
// Each caller may bring a lock of its own.
#include <pthread.h>

struct queue {
  pthread_mutex_t m;
};
static int x;

void count(struct queue* queue) {
  pthread_mutex_lock(&queue->m);
  x++;
  pthread_mutex_unlock(&queue->m);
}
