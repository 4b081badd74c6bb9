// expect: verified
//
// The kernel looks at the word before it waits: EFAULT, EINVAL.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int words[2];

static void* work(void* unused) {
  assert(syscall(SYS_futex, (int*)0, FUTEX_WAIT, 0, (void*)0) == -1 && errno == EFAULT);
  assert(syscall(SYS_futex, (int*)((char*)words + 1), FUTEX_WAIT, 0, (void*)0) == -1 && errno == EINVAL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
