// expect: verified
// search: dfs dpor optimal stateful
//
// Two writers, two bytes each: what is written at once stays together, in whichever order.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* text) {
  assert(write(ends[1], text, 2) == 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  assert(pipe(ends) == 0);
  pthread_create(&a, NULL, writer, (void*)"ab");
  pthread_create(&b, NULL, writer, (void*)"cd");
  char text[5] = "";
  size_t n = 0;
  while (n < 4) {
    const ssize_t part = read(ends[0], text + n, 4 - n);
    assert(part > 0 && part % 2 == 0);
    n += (size_t)part;
  }
  assert(strcmp(text, "abcd") == 0 || strcmp(text, "cdab") == 0);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
