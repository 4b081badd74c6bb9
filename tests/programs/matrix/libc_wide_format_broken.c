// expect: race on text
// primitive: swprintf
// lines: 11, 17
//
// The buffer is written.
#include <pthread.h>
#include <wchar.h>
static wchar_t text[16];
static void* worker(void* argument) {
  /* here */
  swprintf(text, 16, L"%d", 5);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  text[0] = L'a';
  pthread_join(t, 0);
  return 0;
}
