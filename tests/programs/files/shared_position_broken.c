// expect: assertion
// search: dfs dpor optimal stateful
//
// Each thread seeks and then writes: between the two the other may move the position.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int f;

static void put(off_t at, const char* text) {
  if (lseek(f, at, SEEK_SET) != at || write(f, text, 1) != 1) _exit(1);
}
static void* writer(void* unused) {
  put(0, "a");
  return unused;
}

int main(void) {
  f = open("/tmp/heddle-test-shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  put(1, "b");
  pthread_join(t, NULL);
  char text[2] = {0, 0};
  if (pread(f, text, 2, 0) < 0) return 1;
  assert(text[0] == 'a' && text[1] == 'b');
  return 0;
}
