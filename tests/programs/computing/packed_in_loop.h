// Numbers of eight bytes at addresses that are no multiples of four: each access touches parts of cells.
#include <pthread.h>

struct __attribute__((packed)) part {
  char first;
  long number;
};
static struct part parts[4];

static void *adds(void *argument) {
  for (int time = 0; time < 3; time++)
    for (int i = 0; i < 4; i += 1 + time) parts[i].number += time;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  for (int time = 0; time < 3; time++)
    for (int i = 0; i < 4; i += 1 + time) PART += 1;
  pthread_join(t, 0);
  return 0;
}
