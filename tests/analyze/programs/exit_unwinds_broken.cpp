// analyze: race on x
#include <pthread.h>

int x;
struct Counts {
  ~Counts() { ++x; }
};

void* worker(void*) {
  Counts counts;
  pthread_exit(nullptr);
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, worker, nullptr);
  ++x;
  pthread_join(t, nullptr);
}
