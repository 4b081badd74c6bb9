// expect: race on signgam
// lines: 11, 12
//
// lgamma leaves the sign in a variable: two threads at once are a race (glibc: MT-Unsafe race:signgam).
#include <math.h>

#include <thread>

int main() {
  double x = 0;
  std::thread a([&] { x = lgamma(3.0); });
  const double y = lgamma(4.0);
  a.join();
  return x > y;
}
