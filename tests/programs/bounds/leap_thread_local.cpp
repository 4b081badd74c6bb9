// expect: memory
// lines: 14
// From a thread_local array into the one behind it.
#include <cstdint>
#include <thread>

thread_local int first[4];
thread_local int second[64];
volatile long distance;

int main() {
  std::thread t([] {
    distance = (reinterpret_cast<std::intptr_t>(&second[30]) - reinterpret_cast<std::intptr_t>(first)) / 4;
    first[distance] = 1;
  });
  t.join();
  return 0;
}
