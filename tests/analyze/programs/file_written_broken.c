// analyze: race on count
// Functions of files are not known to the analysis; what the program itself does beside them is.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int count;

static void* add(void* unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  int file = open("/tmp/nothing", O_RDONLY);
  pthread_create(&thread, NULL, add, NULL);
  count++;
  pthread_join(thread, NULL);
  if (file >= 0) close(file);
  return 0;
}
