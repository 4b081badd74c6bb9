// expect: verified
// exit: 0
//
// In C++, over frames that have nothing to destroy.
#include <cassert>
#include <csetjmp>
#include <thread>
static int run(int wanted) {
  std::jmp_buf buffer;
  const int got = setjmp(buffer);
  if (got == 0) std::longjmp(buffer, wanted);
  return got;
}
int main() {
  int a = 0;
  std::thread other([&a] { a = run(7); });
  const int b = run(8);
  other.join();
  assert(a == 7 && b == 8);
  return 0;
}
