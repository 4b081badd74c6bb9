// expect: memory
// lines: 15
// message: read of 4 bytes after the end of the lifetime of 'inner' (4 bytes
//
// The scope has ended; nobody else ever knew the address.
#include <thread>

int f(bool late) {
  int outer = 0, *p = &outer;
  if (late) {
    int inner = 1;
    p = &inner;
    outer = *p;
  }
  return *p;
}

int main() {
  std::thread t([] { f(false), f(true); });
  t.join();
}
