// expect: inconclusive
// message: '__st
//
// The variables of a section, one after the other between two symbols of the linker: not laid out so here, and said so.
#include <assert.h>

#define REGISTERED __attribute__((used, section("registered"))) static
REGISTERED int first = 1;
REGISTERED int second = 2;
extern int __start_registered[], __stop_registered[];

int main(void) {
  int sum = 0;
  for (int* p = __start_registered; p < __stop_registered; p++) sum += *p;
  assert(sum == 3);
}
