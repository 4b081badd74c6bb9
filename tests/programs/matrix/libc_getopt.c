// expect: verified
// primitive: getopt
// primitive: getopt_long
// exit: 0
// args: -a --beta=3 word -b value --gamma x
//
// Options are parsed by one thread; words that are no options end up behind them.
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <string.h>

static int given;
static char** words;

static void* parser(void* arg) {
  static const struct option longs[] = {{"beta", required_argument, NULL, 'B'}, {"gamma", no_argument, NULL, 'G'}, {0}};
  int c;
  char seen[8] = "";
  while ((c = getopt_long(given, words, "ab:", longs, NULL)) != -1) {
    strncat(seen, &(char){(char)c}, 1);
    if (c == 'B') assert(strcmp(optarg, "3") == 0);
    if (c == 'b') assert(strcmp(optarg, "value") == 0);
  }
  assert(strcmp(seen, "aBbG") == 0);
  assert(given - optind == 2 && strcmp(words[optind], "word") == 0 && strcmp(words[optind + 1], "x") == 0);
  return arg;
}

int main(int argc, char** argv) {
  pthread_t thread;
  given = argc;
  words = argv;
  pthread_create(&thread, NULL, parser, NULL);
  pthread_join(thread, NULL);
  optind = 1;
  opterr = 0;
  assert(getopt(argc, argv, "b:") == '?' && optopt == 'a');
  return 0;
}
