// expect: verified
// detectors: exact
// search: dpor
//
// What stays inside: a flexible array member, pointers past the end that are compared only, alloca and variable-length
// arrays, container_of, negative indices inside an object, unions, padding, arguments by value, frames that lie where
// others were, variadic functions.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct packet { int n; int data[]; };
static struct packet fixed = {3, {1, 2, 3}};

struct member { int x; };
struct whole { long before; struct member m; char after; };
union number { int i[2]; double d; char c[8]; };
struct padded { char a; long b; char c; };
struct large { long v[6]; };

static int sum_of(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

static long by_value(struct large l, int i) {
  long *p = l.v;
  return p[i] + l.v[5 - i];
}
static long (*volatile value_of)(struct large, int) = by_value;

static struct whole *container(struct member *m) { return (struct whole *)((char *)m - offsetof(struct whole, m)); }
static struct whole *(*volatile container_of)(struct member *) = container;

static int *volatile escaped;
static void dive(int depth) {
  int local[4] = {depth, 1, 2, 3};
  escaped = local;
  if (depth) dive(depth - 1);
}
static void use_the_stack_again(int n) {
  char buffer[64];
  memset(buffer, n, sizeof buffer);
  escaped = (int *)buffer;
  assert(escaped[15] == n * 0x01010101);
}

static void *worker(void *argument) {
  int n = *(int *)argument;
  int total = 0;
  for (int i = 0; i < fixed.n; i++) total += fixed.data[i];
  struct packet *p = malloc(sizeof *p + 2 * sizeof(int));
  p->data[1] = 5;
  free(p);

  int a[4] = {1, 2, 3, 4};
  for (int *q = a, *end = a + 4; q != end; q++) total += *q;
  int *last = a + 4;
  total += last[-1] + last[-n - 1];

  int *dynamic = alloca(sizeof(int) * (size_t)(n + 1));
  for (int round = 0; round < 3; round++) {
    long vla[n + round];
    for (int i = 0; i < n + round; i++) vla[i] = i;
    dynamic[n] = (int)vla[n + round - 1];
  }
  struct whole w = {1, {2}, 3};
  assert(container_of(&w.m)->before == 1);
  union number u = {.d = 0};
  u.c[7] = 1;
  assert(u.i[1] != 0);
  struct padded x, y;
  memset(&x, 0, sizeof x);
  x.b = 4;
  y = x;
  assert(memcmp(&x, &y, sizeof x) == 0);
  struct large l = {{1, 2, 3, 4, 5, 6}};
  assert(value_of(l, n) == 7);

  dive(3);
  use_the_stack_again(n);
  assert(sum_of(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 78);
  assert(total == 6 + 10 + 4 + 3 - (n - 1));
  return 0;
}

int main(void) {
  pthread_t t;
  int n = 1;
  pthread_create(&t, 0, worker, &n);
  pthread_join(t, 0);
  return 0;
}
