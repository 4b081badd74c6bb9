// expect: verified
// visible: sync all
//
// Ownership handed over through a mailbox: the lock protects the mailbox, the item belongs to whoever took it out.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int item;
static int* mailbox;

static void* sender(void* arg) {
  item = 1;
  pthread_mutex_lock(&m);
  mailbox = &item;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* receiver(void* arg) {
  pthread_mutex_lock(&m);
  int* mine = mailbox;
  pthread_mutex_unlock(&m);
  if (mine) (*mine)++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
