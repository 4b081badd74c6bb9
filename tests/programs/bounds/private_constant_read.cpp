// expect: memory
// lines: 9
// flags: -Wno-array-bounds
// message: read of 4 bytes, 4 bytes past the end of 'pair' (8 bytes
#include <thread>

int f() {
  int pair[2] = {1, 2};
  return pair[3];
}

int main() {
  std::thread t([] { f(); });
  t.join();
}
