// expect: race on std::cout
// lines: 9, 14
//
// Only input and output functions may be called by several threads at once ([iostream.objects.overview]).
#include <iostream>
#include <pthread.h>

void *other(void *unused) {
  std::cout.setf(std::ios::hex, std::ios::basefield);
  return unused;
}
int main() {
  pthread_t p; pthread_create(&p, 0, other, 0);
  std::cout.setf(std::ios::dec, std::ios::basefield);
  pthread_join(p, 0);
}
