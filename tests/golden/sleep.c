// A sleep that is meant as an order.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int result;
static void* work(void* arg) {
  result = 42;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  sleep(1);
  printf("%d\n", result);
  pthread_join(t, 0);
}
