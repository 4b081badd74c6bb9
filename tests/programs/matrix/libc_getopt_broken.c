// expect: race
// lines: 13
// primitive: getopt
// primitive: getopt_long
//
// Two threads parse their own words, but optind and optarg exist once.
#include <pthread.h>
#include <unistd.h>

static void* parser(void* arg) {
  char name[] = "program", option[] = "-a";
  char* words[] = {name, option, NULL};
  return getopt(2, words, "a") == 'a' ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, parser, NULL);
  pthread_create(&two, NULL, parser, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
