// expect: verified
//
// Pointers to functions in the sections of constructors: all run, with main's arguments, in the order of the linker; within a
// priority in that of the file, and before what the compiler adds.
#include <assert.h>

static int order[8], count, arguments;

#define RUN(name, number) \
  static void name(void) { order[count++] = number; }
RUN(pre, 0)
RUN(early, 1)
RUN(old_early, 2)
RUN(late, 3)
RUN(first, 4)
RUN(second, 5)
RUN(third, 6)
__attribute__((constructor)) static void by_attribute(void) { order[count++] = 7; }
static void with_arguments(int n, char** values, char** environment) { arguments = n == 1 && values[1] == 0 && environment != 0; }

typedef void (*function)(void);
#define IN(section_name) __attribute__((section(section_name), used, aligned(8))) static
IN(".init_array") function plain = first;
IN(".init_array.00300") function at_300 = late;
IN(".ctors.65334") function at_201 = old_early;
IN(".init_array.00101") function at_101 = early;
IN(".preinit_array") function before = pre;
IN(".init_array") function two[2] = {second, third};
IN(".init_array.00100") void (*at_100)(int, char**, char**) = with_arguments;

int main(void) {
  assert(count == 8 && arguments);
  for (int i = 0; i < 8; i++) assert(order[i] == i);
}
