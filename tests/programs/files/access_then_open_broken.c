// expect: assertion
// search: dpor optimal stateful
//
// Between the question whether a file may be read and its opening it is removed.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void* remover(void* a) {
  unlink("/tmp/heddle-test-9");
  return a;
}
int main(void) {
  close(open("/tmp/heddle-test-9", O_CREAT | O_WRONLY, 0600));
  pthread_t t;
  pthread_create(&t, 0, remover, 0);
  if (access("/tmp/heddle-test-9", R_OK) == 0) assert(open("/tmp/heddle-test-9", O_RDONLY) >= 0);
  pthread_join(t, 0);
  return 0;
}
