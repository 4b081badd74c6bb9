// For the programs of this folder: a generator of random choices that argv[1] seeds. Each program makes random calls and
// prints all that they did; it is compiled once for the real library and once for the tool, and must print the same.
#ifndef SEEDED_H
#define SEEDED_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long seeded_state;

static unsigned below(unsigned n) {
  seeded_state = seeded_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(seeded_state >> 33) % n;
}
static void seed_from(int argc, char** argv) {
  seeded_state = argc > 1 ? (unsigned long long)(argv[1][0] - '0') : 1;
  for (int i = 1; argc > 1 && argv[1][i]; ++i) seeded_state = seeded_state * 10 + (unsigned long long)(argv[1][i] - '0');
  seeded_state = seeded_state * 0x9e3779b97f4a7c15ull + 12345;
  for (int i = 0; i < 4; ++i) below(2);
  setvbuf(stdout, NULL, _IONBF, 0);  // in order with what goes to stderr
}

// A random text of fewer than `room` characters out of `alphabet`.
static char* text(char* out, unsigned room, const char* alphabet) {
  unsigned length = 0;
  while (alphabet[length]) ++length;
  unsigned n = below(room);
  for (unsigned i = 0; i < n; ++i) out[i] = alphabet[below(length)];
  out[n] = 0;
  return out;
}

static void dump(const void* p, unsigned n) {
  for (unsigned i = 0; i < n; ++i) printf("%02x", ((const unsigned char*)p)[i]);
  printf("\n");
}

static inline int sign(int x) { return (x > 0) - (x < 0); }

#define PICK(array) (array)[below(sizeof(array) / sizeof *(array))]
#endif
