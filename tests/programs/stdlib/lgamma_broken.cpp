// expect: race on signgam
// lines: 10, 11
//
// The sign belongs to whoever called last.
#include <math.h>

#include <thread>

int main() {
  std::thread a([] { lgamma(3.0); });
  int sign = signgam;
  a.join();
  return sign * 0;
}
