// expect: verified
//
// The right twin of uninitialised_malloc.c. POSIX wants an initialiser, but where that is all zero nobody can tell.
#include <pthread.h>
#include <stdlib.h>

struct Account {
  int balance;
  pthread_mutex_t m;
};

static void *pays(void *argument) {
  pthread_mutex_lock(&((struct Account *)argument)->m);
  ((struct Account *)argument)->balance++;
  pthread_mutex_unlock(&((struct Account *)argument)->m);
  return argument;
}

int main(void) {
  pthread_t payer;
  struct Account *const account = calloc(1, sizeof *account);
  account->balance = 0;
  pthread_create(&payer, 0, pays, account);
  pthread_join(payer, 0);
  free(account);
  return 0;
}
