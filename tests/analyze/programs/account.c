// analyze: verified
// Locks in structures, of variables and of single blocks of the heap.
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t lock;
};
static struct account savings, *checking;
static void deposit(struct account* to, int amount) {
  pthread_mutex_lock(&to->lock);
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
}
static void* run(void* p) {
  deposit(&savings, 1);
  deposit(checking, 1);
  return p;
}
int main(void) {
  pthread_t a, b;
  checking = malloc(sizeof *checking);
  if (!checking) return 1;
  checking->balance = 0;
  pthread_mutex_init(&savings.lock, 0);
  pthread_mutex_init(&checking->lock, 0);
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return savings.balance + checking->balance;
}
