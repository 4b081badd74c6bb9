// analyze: race on heap block from scanf_list_broken.c:14
// The format stands in a variable, the arguments in a va_list.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char* text;

int read_from(const char* line, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(line, format, list);
  va_end(list);
  return count;
}

void* worker(void* _) {
  pthread_mutex_lock(&m);
  char* mine = text;
  pthread_mutex_unlock(&m);
  if (mine) mine[0] = 'x';
  return 0;
}

int main() {
  pthread_t a, b;
  if (read_from("word", "%ms", &text) != 1) return 1;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
