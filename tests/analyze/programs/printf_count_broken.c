// analyze: race on count
#include <pthread.h>
#include <stdio.h>

int count;

void* worker(void* _) {
  char line[16];
  snprintf(line, sizeof line, "a%n", &count);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = count;
  pthread_join(t, 0);
  return seen == 5;
}
