// expect: assertion
// lines: 12
// message: rethrown
//
// catch (...) keeps the exception by which pthread_exit ends the thread: glibc aborts ("FATAL: exception not rethrown").
#include <pthread.h>

void* leave(void*) {
  try {
    pthread_exit(nullptr);
  } catch (...) {
  }
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, leave, nullptr);
  pthread_join(t, nullptr);
}
