// expect: inconclusive
// message: call of 'memfrob'
//
// A std::thread that runs a library function.
#include <string.h>

#include <thread>

static char b[4];

int main() {
  std::thread t(memfrob, b, 4);
  b[1] = 1;
  t.join();
}
