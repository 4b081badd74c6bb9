// expect: verified
// search: dpor
// visible: sync all
//
// errno by reference, in a function that is inlined and in one that is not.
#include <cassert>
#include <cerrno>
#include <cmath>

static volatile double negative = -1;
static double checked(int& number, double x) {
  number = 0;
  const double result = std::log(x);
  return number != 0 ? -1 : result;
}
[[gnu::noinline]] static bool fails(int& number, double x) {
  number = 0;
  volatile double ignored = std::sqrt(x);
  (void)ignored;
  return number == EDOM;
}

int main() {
  assert(checked(errno, negative) == -1);
  assert(fails(errno, negative) && !fails(errno, 1));
  int& number = errno;
  number = 0;
  volatile double ignored = std::exp(1e6 * -negative);
  (void)ignored;
  assert(number == ERANGE);
}
