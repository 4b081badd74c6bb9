// expect: verified
// primitive: putchar_unlocked
// primitive: flockfile
// primitive: ftrylockfile
// exit: 0
//
// Between flockfile and funlockfile the stream belongs to the thread, and what the lock protects too.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void* locker(void* arg) {
  flockfile(stdout);
  putchar_unlocked('a');
  putc_unlocked('\n', stdout);
  puts("nested");
  lines++;
  funlockfile(stdout);
  return arg;
}

static void* printer(void* arg) {
  printf("line\n");
  return arg;
}

static void* trier(void* arg) {
  if (ftrylockfile(stdout) == 0) {
    putchar_unlocked('t');
    lines++;
    funlockfile(stdout);
  }
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, locker, NULL);
  pthread_create(&two, NULL, printer, NULL);
  pthread_create(&three, NULL, trier, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return lines != 1 && lines != 2;
}
