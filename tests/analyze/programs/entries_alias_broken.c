// analyze: race on memory of a library
// options: --entry first,second --property race
// The second node of one caller is the first of another.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
struct node {
  struct node* next;
  int value;
};

void first(struct node* node) {
  pthread_mutex_lock(&a);
  node->value++;
  pthread_mutex_unlock(&a);
}

void second(struct node* node) {
  pthread_mutex_lock(&b);
  node->next->value++;
  pthread_mutex_unlock(&b);
}
