// expect: inconclusive
// message: call of 'swab'
//
// A std::thread that runs a library function.
#include <unistd.h>

#include <thread>

static char a[4], b[4];

int main() {
  std::thread t(swab, a, b, 4);
  b[1] = 1;
  t.join();
}
