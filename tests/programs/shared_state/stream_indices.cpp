// expect: assertion
#include <cassert>
#include <ios>
#include <thread>

int main() {
  int a = 0;
  std::thread t([&] { a = std::ios_base::xalloc(); });
  const int b = std::ios_base::xalloc();
  t.join();
  assert(b < a);
}
