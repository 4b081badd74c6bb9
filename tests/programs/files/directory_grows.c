// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A directory is listed while another thread makes files in it: one to three names.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static void* adder(void* a) {
  close(open("/tmp/heddle-test-13/b", O_CREAT | O_WRONLY, 0600));
  close(open("/tmp/heddle-test-13/c", O_CREAT | O_WRONLY, 0600));
  return a;
}
static int keep(const struct dirent* d) { return d->d_name[0] != '.'; }
int main(void) {
  mkdir("/tmp/heddle-test-13", 0700);
  close(open("/tmp/heddle-test-13/a", O_CREAT | O_WRONLY, 0600));
  pthread_t t;
  pthread_create(&t, 0, adder, 0);
  struct dirent** l;
  int n = scandir("/tmp/heddle-test-13", &l, keep, alphasort);
  assert(n >= 1 && n <= 3 && l[0]->d_name[0] == 'a');
  for (int i = 0; i < n; i++) free(l[i]);
  free(l);
  pthread_join(t, 0);
  unlink("/tmp/heddle-test-13/a");
  unlink("/tmp/heddle-test-13/b");
  unlink("/tmp/heddle-test-13/c");
  assert(rmdir("/tmp/heddle-test-13") == 0);
  return 0;
}
