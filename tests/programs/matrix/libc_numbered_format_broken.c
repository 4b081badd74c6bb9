// expect: race on word
// primitive: printf with numbered arguments
// lines: 12, 18
//
// What an argument points to is read.
#include <pthread.h>
#include <stdio.h>
static char word[8] = "abc";
static void* worker(void* argument) {
  char text[20];
  /* the first argument is the second in the text */
  sprintf(text, "%2$d %1$s", word, 5);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  word[1] = 'x';
  pthread_join(t, 0);
  return 0;
}
