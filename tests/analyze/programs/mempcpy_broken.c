// analyze: race on pair.second[0]
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

struct {
  char first[8], second[8];
} pair;

void* worker(void* _) {
  char* end = mempcpy(pair.first, "1234567", 8);
  *end = 'x';
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pair.second[0] = 'y';
  pthread_join(t, 0);
  return 0;
}
