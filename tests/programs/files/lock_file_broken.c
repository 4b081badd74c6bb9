// expect: race on counter
// search: dfs dpor optimal stateful
//
// A file that exists while somebody is inside keeps others out, but orders no memory.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int counter;

static void* worker(void* unused) {
  const int f = open("/tmp/heddle-test-lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (f < 0) return unused;
  counter++;
  close(f);
  unlink("/tmp/heddle-test-lock");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
