// expect: verified
// search: dpor optimal
//
// Two threads print to one stream: each call is whole.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE* f;

static void* printer(void* text) {
  fprintf(f, "%s\n", (const char*)text);
  return NULL;
}

int main(void) {
  f = fopen("/tmp/heddle-shared", "w+");
  assert(f);
  pthread_t t;
  pthread_create(&t, NULL, printer, (void*)"ab");
  printer((void*)"cd");
  pthread_join(t, NULL);
  rewind(f);
  char text[16] = "";
  assert(fread(text, 1, sizeof text, f) == 6);
  assert(strcmp(text, "ab\ncd\n") == 0 || strcmp(text, "cd\nab\n") == 0);
  fclose(f);
  return 0;
}
