// expect: inconclusive
// message: std_function_unknown.cpp:14: call of 'swab'
//
// The header of the library makes the call; the line is that of the program.
#include <unistd.h>

#include <functional>
#include <thread>

static char a[4], b[4];
static std::function<void(const void*, void*, ssize_t)> function = swab;

int main() {
  std::thread t([] { function(a, b, 4); });
  b[1] = 1;
  t.join();
}
