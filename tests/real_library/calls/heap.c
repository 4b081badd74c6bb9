// Allocation: contents that stay, alignment, errors.
#include "seeded.h"
#include <malloc.h>
#include <stdint.h>

static unsigned char* blocks[6];
static size_t sizes[6];

static void check(unsigned i, const char* what, size_t kept) {
  printf("%s %d size %zu", what, blocks[i] != NULL, sizes[i]);
  size_t right = 0;
  for (size_t k = 0; k < kept && blocks[i]; ++k) right += blocks[i][k] == (unsigned char)(i * 31 + k);
  printf(" kept %zu usable %d errno %d\n", right, malloc_usable_size(blocks[i]) >= sizes[i], errno);
  for (size_t k = 0; k < sizes[i] && blocks[i]; ++k) blocks[i][k] = (unsigned char)(i * 31 + k);
  if (!blocks[i]) sizes[i] = 0;
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int round = 0; round < 60; ++round) {
    unsigned i = below(6);
    size_t n = below(4) ? below(200) : 0, old = sizes[i];
    errno = 0;
    if (blocks[i] && below(2)) {
      switch (below(4)) {
        case 0: free(blocks[i]), blocks[i] = NULL, sizes[i] = 0; break;
        case 1:
          if (n == 0) n = 1;
          blocks[i] = realloc(blocks[i], n), sizes[i] = n, check(i, "realloc", old < n ? old : n);
          break;
        case 2: {
          void* p = reallocarray(blocks[i], SIZE_MAX / 2, 3);
          printf("reallocarray %d errno %d\n", p != NULL, errno);
        } break;
        case 3: blocks[i] = reallocarray(blocks[i], n + 1, 2), sizes[i] = (n + 1) * 2, check(i, "reallocarray", old < sizes[i] ? old : sizes[i]); break;
      }
      continue;
    }
    free(blocks[i]);
    blocks[i] = NULL, sizes[i] = n;
    switch (below(7)) {
      case 0: blocks[i] = malloc(n), check(i, "malloc", 0); break;
      case 1: {
        blocks[i] = calloc(n, 1 + below(3));
        size_t zero = 0;
        while (zero < n && blocks[i][zero] == 0) ++zero;
        printf("zero %d\n", zero == n);
        check(i, "calloc", 0);
      } break;
      case 2: {
        size_t alignment = PICK(((size_t[]){0, 1, 3, 4, 8, 16, 24, 64, 4096}));
        void* p = (void*)1;
        int r = posix_memalign(&p, alignment, n);
        printf("posix_memalign %zu %d aligned %d\n", alignment, r, r == 0 && (uintptr_t)p % alignment == 0);
        if (r == 0) blocks[i] = p, check(i, "posix_memalign", 0);
        else printf("%d\n", p == (void*)1), sizes[i] = 0;
      } break;
      case 3: {
        size_t alignment = (size_t)1 << below(10);
        blocks[i] = aligned_alloc(alignment, n * alignment / 16 + alignment), sizes[i] = alignment;
        printf("aligned %d\n", (uintptr_t)blocks[i] % alignment == 0);
        check(i, "aligned_alloc", 0);
      } break;
      case 4: {
        volatile size_t many = SIZE_MAX;
        void* p = calloc(many, 2 + below(9));
        printf("calloc overflow %d errno %d\n", p != NULL, errno);
        sizes[i] = 0;
      } break;
      case 5: blocks[i] = realloc(NULL, n + 1), sizes[i] = n + 1, check(i, "realloc", 0); break;
      case 6: printf("usable of NULL %zu\n", malloc_usable_size(NULL)), sizes[i] = 0; break;
    }
  }
  for (int i = 0; i < 6; ++i) free(blocks[i]);
  return 0;
}
