// A pointer that was a text in between.
#include <pthread.h>
#include <stdio.h>
static int x;
static char text[32];
static void* run(void* unused) {
  void* q;
  if (sscanf(text, "%p", &q) == 1) ++*(int*)q;
  return 0;
}
int main(void) {
  snprintf(text, sizeof text, "%p", (void*)&x);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x++;
  pthread_join(t, 0);
  return 0;
}
