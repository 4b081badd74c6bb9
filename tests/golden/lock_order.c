#include <pthread.h>
pthread_mutex_t fork_[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void* eat(void* p) {
  long i = (long)p;
  pthread_mutex_lock(&fork_[i]);
  pthread_mutex_lock(&fork_[(i + 1) % 3]);
  pthread_mutex_unlock(&fork_[(i + 1) % 3]);
  pthread_mutex_unlock(&fork_[i]);
  return 0;
}
int main() {
  pthread_t t[3];
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, eat, (void*)i);
  for (long i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
