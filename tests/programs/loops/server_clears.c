// expect: verified
//
// A server that clears the request in every round, whether there is one or not.
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, stop;

void *server(void *unused) {
  while (!stop) request = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  for (int i = 0; i < 2; i++) {
    request = 1;
    while (request) {
    }
  }
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
