// analyze: race on name[0]
// The text is read behind a va_list.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char name[8] = "a";
char line[64];

void put(const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
}

void* worker(void* _) {
  put("%d %s", 1, name);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  name[0] = 'b';
  pthread_join(t, 0);
  return 0;
}
