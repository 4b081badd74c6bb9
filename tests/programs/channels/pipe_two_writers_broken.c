// expect: assertion
// lines: 25
// search: dfs dpor optimal stateful
//
// Which writer comes first is not known.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* text) {
  if (write(ends[1], text, 1) != 1) _exit(1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  if (pipe(ends) != 0) return 1;
  pthread_create(&a, NULL, writer, (void*)"a");
  pthread_create(&b, NULL, writer, (void*)"b");
  char c = 0;
  if (read(ends[0], &c, 1) != 1) return 1;
  assert(c == 'a');
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
