// expect: memory
// search: dpor
//
// A stream is closed while another thread prints to it.
#include <pthread.h>
#include <stdio.h>

static FILE* f;

static void* printer(void* unused) {
  fputs("x", f);
  return unused;
}

int main(void) {
  f = fopen("/tmp/heddle-closed", "w");
  pthread_t t;
  pthread_create(&t, NULL, printer, NULL);
  fclose(f);
  pthread_join(t, NULL);
  return 0;
}
