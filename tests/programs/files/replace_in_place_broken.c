// expect: assertion
// search: dpor optimal stateful
//
// The same in its place: a reader may find nothing.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void save(const char* text) {
  FILE* s = fopen("/tmp/heddle-test-4.conf", "w");
  fputs(text, s);
  fclose(s);
}
static void* other(void* a) {
  save("new");
  return a;
}
int main(void) {
  save("old");
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  FILE* f = fopen("/tmp/heddle-test-4.conf", "r");
  char line[64] = "";
  assert(fgets(line, sizeof line, f) != NULL);
  fclose(f);
  pthread_join(t, 0);
  return 0;
}
