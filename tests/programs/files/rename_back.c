// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Two threads replace one file by renaming: whoever comes last, a reader finds one of the two contents as a whole.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void replace(const char* temporary, const char* text) {
  const int f = open(temporary, O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(f >= 0 && write(f, text, 4) == 4 && close(f) == 0);
  assert(rename(temporary, "/tmp/heddle-target") == 0);
}
static void* other(void* unused) {
  replace("/tmp/heddle-new-1", "1111");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  replace("/tmp/heddle-new-2", "2222");
  char text[8];
  const int f = open("/tmp/heddle-target", O_RDONLY);
  assert(f >= 0 && read(f, text, sizeof text) == 4);
  assert(memcmp(text, "1111", 4) == 0 || memcmp(text, "2222", 4) == 0);
  close(f);
  pthread_join(t, NULL);
  assert(access("/tmp/heddle-new-1", F_OK) == -1 && access("/tmp/heddle-new-2", F_OK) == -1);
  return 0;
}
