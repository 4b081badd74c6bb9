// expect: assertion
// lines: 18
// message: last
//
// And those in the sections of destructors run when the process ends, the other way round.
#include <assert.h>

static int count;
typedef void (*function)(void);
#define IN(section_name) __attribute__((section(section_name), used, aligned(8))) static

static void first(void) { assert(count++ == 0); }
static void second(void) { assert(count++ == 1); }
static void third(void) { assert(count++ == 2); }
static void fourth(void) { assert(count++ == 3); }
static void last(void) {
  assert(count == 4);
  assert(!"last");
}

IN(".fini_array.00101") function at_101 = last;
IN(".fini_array.00300") function at_300 = fourth;
IN(".fini_array") function plain = third;
IN(".fini_array") function two[2] = {second, first};

int main(void) { return 0; }
