// expect: verified
//
// The text for a number without a meaning is the thread's own (glibc since 2.32).
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

void *ask(void *unused) {
  assert(strstr(strerror(12345), "12345") && strstr(strsignal(12345), "12345"));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, ask, 0);
  char *error = strerror(54321), *signal = strsignal(54321), *known = strerror(ENOENT);
  pthread_join(t, 0);
  assert(strstr(error, "54321") && strstr(signal, "54321"));
  assert(strcmp(known, "No such file or directory") == 0 && strcmp(strsignal(SIGSEGV), "Segmentation fault") == 0);
  return 0;
}
