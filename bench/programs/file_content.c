// Two threads that append to a file each, beside one of KB kilobytes that nobody changes any more: written by main (OWN), or on
// disk (NAME). States and transitions are the same for every size.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef KB
#define KB 0
#endif
#ifndef ROUNDS
#define ROUNDS 5
#endif

static int big;

static void* work(void* name) {
  char first;
  const int f = open(name, O_CREAT | O_WRONLY | O_APPEND, 0600);
  for (int i = 0; i < ROUNDS; i++)
    if (write(f, "x", 1) != 1 || pread(big, &first, KB > 0, KB * 1000) != (KB > 0)) exit(1);
  return NULL;
}

int main(void) {
#ifdef NAME
  big = open(NAME, O_RDONLY);
#else
  static char page[4096];
  memset(page, 'a', sizeof page);
  big = open("file_content.own", O_CREAT | O_RDWR | O_TRUNC, 0600);
  for (int i = 0; i < KB / 4; i++)
    if (write(big, page, sizeof page) != sizeof page) return 1;
#endif
  pthread_t t;
  pthread_create(&t, NULL, work, "file_content.one");
  work("file_content.one");
  pthread_join(t, NULL);
  return 0;
}
