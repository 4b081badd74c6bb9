// Sorting and searching with a comparison of the program's. glibc's own versions would keep a buffer, or a frame, of
// theirs below a comparison that waits for a lock. As there, qsort is a merge sort: equal elements keep their order.
// A small buffer is on the stack, a large one on the program's heap.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

enum { kOnStack = 1024 };

struct Sorting {
  size_t size;  // of an element
  int (*compare)(const void*, const void*, void*);
  void* extra;
  char* buffer;
};

static void merge_sort(const struct Sorting* s, char* base, size_t n) {
  if (n < 2) return;
  const size_t half = n / 2;
  char *left = base, *right = base + half * s->size, *out = s->buffer;
  char *const middle = right, *const end = base + n * s->size;
  merge_sort(s, left, half);
  merge_sort(s, right, n - half);
  while (left < middle && right < end) {
    char** smaller = s->compare(left, right, s->extra) <= 0 ? &left : &right;
    memcpy(out, *smaller, s->size);
    *smaller += s->size;
    out += s->size;
  }
  // What is left of the right half is in place already.
  memcpy(out, left, (size_t)(middle - left));
  memcpy(base, s->buffer, (size_t)(out - s->buffer) + (size_t)(middle - left));
}

void qsort_r(void* array, size_t n, size_t size, int (*compare)(const void*, const void*, void*), void* extra) {
  char small[kOnStack];
  const size_t bytes = n * size;
  struct Sorting s = {size, compare, extra, bytes <= sizeof small ? small : malloc(bytes)};
  merge_sort(&s, array, n);
  if (s.buffer != small) free(s.buffer);
}

typedef int (*PlainCompare)(const void*, const void*);
static int compare_plainly(const void* a, const void* b, void* function) { return (*(PlainCompare*)function)(a, b); }

void qsort(void* array, size_t n, size_t size, PlainCompare compare) {
  qsort_r(array, n, size, compare_plainly, &compare);
}

void* bsearch(const void* key, const void* array, size_t n, size_t size, PlainCompare compare) {
  size_t low = 0;
  while (low < n) {
    const size_t middle = low + (n - low) / 2;
    const char* at = (const char*)array + middle * size;
    const int order = compare(key, at);
    if (order == 0) return (char*)at;
    if (order < 0)
      n = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void* lfind(const void* key, const void* array, size_t* n, size_t size, PlainCompare compare) {
  for (size_t i = 0; i < *n; i++)
    if (compare(key, (const char*)array + i * size) == 0) return (char*)array + i * size;
  return NULL;
}
void* lsearch(const void* key, void* array, size_t* n, size_t size, PlainCompare compare) {
  void* found = lfind(key, array, n, size, compare);
  if (found) return found;
  return memcpy((char*)array + (*n)++ * size, key, size);
}
