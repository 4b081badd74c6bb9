// analyze: verified
// The address is printed, what lies there is not read.
#include <pthread.h>
#include <stdio.h>

int x;

void* worker(void* _) {
  char line[32];
  snprintf(line, sizeof line, "%p", (void*)&x);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
