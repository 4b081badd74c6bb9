// analyze: race on heap block from published_again_broken.c:14 + 8
// In the second round the node of the first is written, which others know of.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node* next;
  int value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node* head;
static void* push(void* unused) {
  for (int i = 0; i < 2; i++) {
    static _Thread_local struct node* node;
    if (!node) node = malloc(sizeof *node);
    if (!node) return unused;
    node->value = i;
    pthread_mutex_lock(&m);
    head = node;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, push, 0);
  pthread_create(&two, 0, push, 0);
  pthread_mutex_lock(&m);
  if (head) head->value = 2;
  pthread_mutex_unlock(&m);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
