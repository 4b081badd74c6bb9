// expect: assertion
// search: dpor optimal stateful
//
// The same without the lock.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
static void* add(void* a) {
  int f = open("/tmp/heddle-test-7.count", O_RDWR | O_CREAT, 0600);
  assert(f >= 0);
  char b[16] = "0";
  ssize_t n = pread(f, b, 15, 0);
  if (n < 1)
    b[0] = '0';
  else
    b[n] = 0;
  int v = atoi(b) + 1;
  n = snprintf(b, sizeof b, "%d", v);
  assert(pwrite(f, b, n, 0) == n);
  close(f);
  return a;
}
int main(void) {
  unlink("/tmp/heddle-test-7.count");
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  char b[16] = "";
  int f = open("/tmp/heddle-test-7.count", O_RDONLY);
  read(f, b, 15);
  assert(atoi(b) == 2);
  close(f);
  unlink("/tmp/heddle-test-7.count");
  return 0;
}
