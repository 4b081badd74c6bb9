// expect: verified
// primitive: sscanf
// exit: 0
//
// Values are read from a constant text into a thread's own variables.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "12 abc 2.5 x9";

static void* worker(void* arg) {
  int number, rest = -1;
  char word[8], letter;
  double real;
  assert(sscanf(text, "%d %7s %lf %c%*d%n", &number, word, &real, &letter, &rest) == 4);
  assert(number == 12 && strcmp(word, "abc") == 0 && real == 2.5 && letter == 'x' && rest == 13);
  assert(sscanf(text, "%*d %[a-c]", word) == 1 && strcmp(word, "abc") == 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
