// Sorting and searching: order (glibc's qsort keeps equal elements in order), results, how often nothing is found.
#include "seeded.h"
#include <search.h>

struct item {
  int key, number;
};
static int by_key(const void* a, const void* b) { return ((const struct item*)a)->key - ((const struct item*)b)->key; }
static int by_key_times(const void* a, const void* b, void* factor) { return by_key(a, b) * *(int*)factor; }
static int by_byte(const void* a, const void* b) { return *(const unsigned char*)a - *(const unsigned char*)b; }

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int round = 0; round < 30; ++round) {
    struct item items[24];
    size_t n = below(20);
    for (size_t i = 0; i < n; ++i) items[i] = (struct item){(int)below(9), (int)i};
    struct item key = {(int)below(10), 100};
    int factor = below(2) ? 1 : -1;
    switch (below(6)) {
      case 0: qsort(items, n, sizeof *items, by_key); break;
      case 1: qsort_r(items, n, sizeof *items, by_key_times, &factor); break;
      case 2: {
        qsort(items, n, sizeof *items, by_key);
        struct item* found = bsearch(&key, items, n, sizeof *items, by_key);
        printf("bsearch %ld\n", found ? (long)(found - items) : -1);
      } break;
      case 3: {
        struct item* found = lfind(&key, items, &n, sizeof *items, by_key);
        printf("lfind %ld\n", found ? (long)(found - items) : -1);
      } break;
      case 4: {
        struct item* found = lsearch(&key, items, &n, sizeof *items, by_key);
        printf("lsearch %ld of %zu\n", found ? (long)(found - items) : -1, n);
      } break;
      case 5: qsort((char*)items, n * sizeof *items, 1, by_byte); break;
    }
    dump(items, (unsigned)(n * sizeof *items));
  }
  return 0;
}
