// expect: misuse
//
// The block with the condition is freed while a thread waits for it.
#include <pthread.h>
#include <stdlib.h>

struct Queue {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int waiting;
} * queue;

static void clean_up(void) { free(queue); }

static void* worker(void* argument) {
  pthread_mutex_lock(&queue->mutex);
  queue->waiting = 1;
  for (;;) pthread_cond_wait(&queue->changed, &queue->mutex);
  return argument;
}

int main(void) {
  queue = calloc(1, sizeof *queue);
  pthread_mutex_init(&queue->mutex, 0);
  pthread_cond_init(&queue->changed, 0);
  atexit(clean_up);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  for (int waiting = 0; !waiting;) {
    pthread_mutex_lock(&queue->mutex);
    waiting = queue->waiting;
    pthread_mutex_unlock(&queue->mutex);
  }
  return 0;
}
