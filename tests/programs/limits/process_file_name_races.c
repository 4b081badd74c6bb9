// expect: race on name
// lines: 11, 17
//
// The name is read by the call as by any other function.
#include <fcntl.h>
#include <pthread.h>

static char name[] = "/proc/self/stat";

static void* changes(void* unused) {
  name[6] = '1';
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, changes, 0);
  open(name, O_RDONLY);
  pthread_join(t, 0);
}
