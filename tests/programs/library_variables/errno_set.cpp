// expect: verified
//
// Each thread has its own, whoever sets it: the program, a library function or a model.
#include <cerrno>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <cmath>
#include <semaphore.h>
#include <thread>
sem_t s;
void f() {
  assert(errno == 0);
  errno = 0;
  strtol("99999999999999999999999", nullptr, 10);
  assert(errno == ERANGE);
  errno = 0;
  strtol("99999999999999999999999", nullptr, 10);
  assert(errno == ERANGE);
  errno = 0;
  strtol("9", nullptr, 10);
  assert(errno == 0);
  int &e = errno;
  e = 0;
  strtol("99999999999999999999999", nullptr, 10);
  assert(e == ERANGE);
  e = EINVAL;
  char t[100];
  snprintf(t, sizeof t, "%m");
  assert(!strcmp(t, strerror(EINVAL)));
  assert(errno == EINVAL);
  perror("x");
  assert(std::stoi("12") == 12 && errno == EINVAL);
  errno = 7;
  while (sem_trywait(&s) != 0 && errno == EAGAIN) {}
}
int main() { sem_init(&s, 0, 2); std::thread t(f); f(); sem_post(&s); t.join(); }
