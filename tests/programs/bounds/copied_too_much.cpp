// expect: memory
// lines: 17
// message: past the end of 'to' (16 bytes
//
// memcpy with a length that is known only when the program runs, from one global to another.
#include <cstring>
#include <thread>

struct Pair { long a, b; };
struct Triple { long a, b, c; };
Pair to;
Triple from{1, 2, 3};
volatile std::size_t length = sizeof(Triple);

int main() {
  std::thread t([] {
    std::memcpy(&to, &from, length);
  });
  t.join();
  return static_cast<int>(to.a) - 1;
}
