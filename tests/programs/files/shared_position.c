// expect: verified
// search: dfs dpor optimal stateful
// exit: 0 1
//
// Two threads write through one descriptor: the position is shared, both orders exist, and nothing is lost.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int f;

static void* writer(void* text) {
  assert(write(f, text, 2) == 2);
  return NULL;
}

int main(void) {
  f = open("/tmp/heddle-test-shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(f >= 0);
  pthread_t t;
  pthread_create(&t, NULL, writer, (void*)"ab");
  writer((void*)"cd");
  pthread_join(t, NULL);
  char text[5] = "";
  assert(pread(f, text, 4, 0) == 4);
  assert(strcmp(text, "abcd") == 0 || strcmp(text, "cdab") == 0);
  return text[0] == 'a' ? 0 : 1;
}
