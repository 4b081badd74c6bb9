// expect: inconclusive
// message: std_function_unknown.cpp:14: call of 'memfrob'
//
// The header of the library makes the call; the line is that of the program.
#include <string.h>

#include <functional>
#include <thread>

static char b[4];
static std::function<void*(void*, size_t)> function = memfrob;

int main() {
  std::thread t([] { function(b, 4); });
  b[1] = 1;
  t.join();
}
