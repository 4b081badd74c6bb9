// analyze: race on x
#include <pthread.h>
int x;
void* idle(void* _) { return 0; }
void* worker(void* _) {
  x++;
  return 0;
}
int main() {
  pthread_t t, u;
  for (int i = 0; i < 60; i++) pthread_create(&t, 0, idle, 0);
  for (int i = 0; i < 60; i++) pthread_create(&t, 0, idle, 0);
  for (int i = 0; i < 60; i++) pthread_create(&t, 0, idle, 0);
  for (int i = 0; i < 60; i++) pthread_create(&t, 0, idle, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
