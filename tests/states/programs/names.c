// Names of files, looked for and made by two threads: the models keep paths on the stack, what is on disk is looked at
// once, and errno is set by models and by the C library.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* take(void* unused) {
  if (access("heddle-states-taken", F_OK) != 0) close(open("heddle-states-taken", O_CREAT | O_WRONLY, 0600));
  const int f = open("heddle-states-taken", O_RDONLY);
  close(f);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, take, NULL);
  take(NULL);
  pthread_join(t, NULL);
  return errno == EINVAL;
}
