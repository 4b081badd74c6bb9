// analyze: race on heap block from published_late_broken.c:12 + 8
// The node is filled when others know of it already.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node* next;
  int value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node* head;
static void* push(void* unused) {
  struct node* node = malloc(sizeof *node);
  if (!node) return unused;
  pthread_mutex_lock(&m);
  node->next = head;
  head = node;
  pthread_mutex_unlock(&m);
  node->value = 1;
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
