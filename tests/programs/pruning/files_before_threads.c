// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// main reads a file and a directory before there are threads; they find the same in every order.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, entries;
static char first_byte;

static void* count(void* arg) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    total += entries + first_byte;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  const int file = open("/etc/passwd", O_RDONLY);
  if (file < 0 || read(file, &first_byte, 1) != 1) return 0;
  close(file);
  DIR* directory = opendir("/etc");
  while (entries < 5 && readdir(directory) != NULL) entries++;
  closedir(directory);
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
