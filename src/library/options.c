// getopt and getopt_long, which keep their place in variables of the program: optind, optarg and their kin are shared
// by all threads, and two threads that parse options race (POSIX 2.9.1). As glibc does, words that are no options are
// moved behind those that are, unless the option string begins with '+' (the first such word ends the options) or '-'
// (such a word is the argument of an option 1).
#define _GNU_SOURCE
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int optind = 1, opterr = 1, optopt = '?';
char* optarg;
static char* cluster;    // what is left of a word of short options; they take turns
static int passed_over;  // words between the current option and its argument, which are no options

struct Parser {
  int count;
  char** words;
  const char* options;
  const struct option* longs;
  int* which;
  bool one_dash;  // getopt_long_only
};

static bool is_option(const char* word) { return word[0] == '-' && word[1]; }

// Moves a word to the front; those in between move up by one.
static void pull(char** words, int from, int to) {
  char* word = words[from];
  for (; from > to; from--) words[from] = words[from - 1];
  words[to] = word;
}

static bool silent(const struct Parser* p) { return !opterr || p->options[0] == ':'; }

// The next word as an argument, or NULL.
static char* take_word(const struct Parser* p) {
  const int at = optind + passed_over;
  if (at >= p->count) return NULL;
  pull(p->words, at, optind);
  return p->words[optind++];
}

static int missing(const struct Parser* p, int option) {
  optopt = option;
  return p->options[0] == ':' ? ':' : '?';
}

static int short_option(const struct Parser* p) {
  const char c = *cluster++;
  const char* found = c == ':' || c == ';' ? NULL : strchr(p->options, c);
  const bool last = !*cluster;
  if (last) optind++;
  if (!found) {
    if (!silent(p)) fprintf(stderr, "%s: invalid option -- '%c'\n", p->words[0], c);
    optopt = c;
    return '?';
  }
  if (found[1] != ':') return c;
  if (!last) {
    optarg = cluster;
    optind++;
  } else if (found[2] != ':' && !(optarg = take_word(p))) {
    if (!silent(p)) fprintf(stderr, "%s: option requires an argument -- '%c'\n", p->words[0], c);
    cluster = NULL;
    return missing(p, c);
  }
  cluster = NULL;
  return c;
}

// The long option of that name, whole or abbreviated; NULL if there is none or more than one.
static const struct option* find_long(const struct Parser* p, const char* name, size_t length) {
  const struct option* found = NULL;
  bool several = false;
  for (const struct option* o = p->longs; o->name; o++) {
    if (strncmp(o->name, name, length) != 0) continue;
    if (strlen(o->name) == length) return o;
    several |= found && (found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val);
    if (!found) found = o;
  }
  return several ? NULL : found;
}

static int long_option(const struct Parser* p, const char* name) {
  const size_t length = strcspn(name, "=");
  const struct option* o = find_long(p, name, length);
  const char* const dashes = p->words[optind][1] == '-' ? "--" : "-";
  optind++;
  optopt = 0;
  if (!o) {
    if (!silent(p)) fprintf(stderr, "%s: unrecognized option '%s'\n", p->words[0], p->words[optind - 1]);
    return '?';
  }
  if (name[length] == '=') {
    if (o->has_arg == no_argument) {
      if (!silent(p)) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", p->words[0], dashes, o->name);
      optopt = o->val;
      return '?';
    }
    optarg = (char*)name + length + 1;
  } else if (o->has_arg == required_argument && !(optarg = take_word(p))) {
    if (!silent(p)) fprintf(stderr, "%s: option '%s%s' requires an argument\n", p->words[0], dashes, o->name);
    return missing(p, o->val);
  }
  if (p->which) *p->which = (int)(o - p->longs);
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

static int parse(struct Parser* p) {
  optarg = NULL;
  if (optind == 0) optind = 1, cluster = NULL;  // the GNU way to begin again
  const char order = p->options[0];
  if (order == '+' || order == '-') p->options++;
  if (cluster && *cluster) return short_option(p);
  int at = optind;
  while (at < p->count && !is_option(p->words[at])) {
    if (order == '-') return optarg = p->words[optind++], 1;
    if (order == '+') return -1;
    at++;
  }
  if (at >= p->count) return -1;
  passed_over = at - optind;
  pull(p->words, at, optind);
  char* word = p->words[optind];
  if (strcmp(word, "--") == 0) return optind++, -1;
  if (p->longs && word[1] == '-') return long_option(p, word + 2);
  if (p->longs && p->one_dash && (word[2] || !strchr(p->options, word[1]))) {
    if (find_long(p, word + 1, strcspn(word + 1, "=")) || !strchr(p->options, word[1])) return long_option(p, word + 1);
  }
  cluster = word + 1;
  return short_option(p);
}

int getopt(int count, char* const* words, const char* options) {
  return parse(&(struct Parser){count, (char**)words, options, NULL, NULL, false});
}
int __posix_getopt(int count, char* const* words, const char* options) {
  const char order = options[0];
  if (order == '+' || order == '-') return getopt(count, words, options);
  char strict[258] = "+";
  strncat(strict, options, 256);
  return getopt(count, words, strict);
}
int getopt_long(int count, char* const* words, const char* options, const struct option* longs, int* which) {
  return parse(&(struct Parser){count, (char**)words, options, longs, which, false});
}
int getopt_long_only(int count, char* const* words, const char* options, const struct option* longs, int* which) {
  return parse(&(struct Parser){count, (char**)words, options, longs, which, true});
}
