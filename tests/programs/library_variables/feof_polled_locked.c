// expect: verified
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *read_one(void *unused) {
  pthread_mutex_lock(&m);
  getchar();
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t p; pthread_create(&p, 0, read_one, 0);
  for (int ended = 0; !ended;) {
    pthread_mutex_lock(&m);
    ended = feof(stdin);
    pthread_mutex_unlock(&m);
  }
  pthread_join(p, 0);
}
