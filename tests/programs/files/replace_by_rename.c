// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// A file is written beside its place and renamed: a reader finds the old text or the new one, never a part.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void save(const char* text) {
  char name[] = "/tmp/heddle-test-3.XXXXXX";
  int f = mkstemp(name);
  assert(f >= 0);
  FILE* s = fdopen(f, "w");
  assert(s && fputs(text, s) >= 0 && fflush(s) == 0 && fsync(fileno(s)) == 0 && fclose(s) == 0);
  assert(rename(name, "/tmp/heddle-test-3.conf") == 0);
}
static void* other(void* a) {
  save("new-content");
  return a;
}
int main(void) {
  save("old");
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  FILE* f = fopen("/tmp/heddle-test-3.conf", "r");
  assert(f);
  char line[64];
  assert(fgets(line, sizeof line, f));
  assert(!strcmp(line, "old") || !strcmp(line, "new-content"));
  fclose(f);
  pthread_join(t, 0);
  unlink("/tmp/heddle-test-3.conf");
  return 0;
}
