// getopt and its relatives on random command lines: results, variables, the order of the words, messages.
#include "seeded.h"
#include <getopt.h>

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int round = 0; round < 12; ++round) {
    static const char* const kWords[] = {"-a", "-b", "-ab", "-bvalue", "-c", "-cvalue", "-abc", "-x", "--", "word", "-", "--alpha",
                                         "--al", "--beta=1", "--beta", "--be", "--gamma=z", "--gamma", "--nothing", "--alpha=3", "-W",
                                         "-alpha", "-beta", "--ga", "--flag"};
    char* words[10] = {(char*)"prog"};
    int count = 1 + (int)below(7), flag = 0, which = -5;
    for (int i = 1; i < count; ++i) words[i] = (char*)PICK(kWords);
    words[count] = NULL;
    const struct option longs[] = {{"alpha", no_argument, NULL, 'a'}, {"beta", required_argument, NULL, 'b'},
                                   {"gamma", optional_argument, NULL, 'g'}, {"flag", no_argument, &flag, 9}, {0, 0, 0, 0}};
    const char* options = PICK(((const char*[]){"ab:c::", "+ab:c::", "-ab:c::", ":ab:c", "abc", "", "+:b:", "ab:"}));
    unsigned style = below(3);
    optind = 0, opterr = (int)below(2), optarg = NULL;
    printf("style %u \"%s\":", style, options);
    for (int i = 1; i < count; ++i) printf(" %s", words[i]);
    printf("\n");
    for (int r, steps = 0; steps < 60; ++steps) {
      r = style == 0 ? getopt(count, words, options)
          : style == 1 ? getopt_long(count, words, options, longs, &which)
                       : getopt_long_only(count, words, options, longs, &which);
      printf("%d optind %d optopt %d which %d flag %d optarg %s\n", r, r == -1 ? optind : 0, r == '?' || r == ':' ? optopt : 0, which, flag,
             optarg ? optarg : "NULL");
      if (r == -1) break;
    }
    for (int i = 1; i < count; ++i) printf(" %s", words[i]);
    printf("\n");
  }
  return 0;
}
