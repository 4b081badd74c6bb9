// expect: assertion
//
// The flag is not written in between: the second call does nothing.
#include <cassert>
#include <mutex>

std::once_flag flag;
int n;

int main() {
  for (int i = 0; i < 2; i++) std::call_once(flag, [] { n++; });
  assert(n == 2);
}
