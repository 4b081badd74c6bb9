// expect: assertion
//
// An empty name is one, too, and the loop makes it longer.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

int main(void) {
  char name[16];
  pthread_setname_np(pthread_self(), "");
  for (int i = 0; i < 4; i++) {
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strlen(name) != 3);
    strcat(name, "x");
    pthread_setname_np(pthread_self(), name);
  }
  return 0;
}
