// expect: inconclusive
// message: __builtin_longjmp
//
// A jump out of a buffer that nobody has filled in yet, behind a lock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* buffer[5];

int main(void) {
  pthread_mutex_lock(&mutex);
  __builtin_longjmp(buffer, 1);
}
