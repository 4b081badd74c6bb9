// expect: verified
// flags: -std=c++20
//
// Waiting in a loop for an atomic of 3, and of 40 bytes.
#include <atomic>
#include <thread>

struct Small {
  char bytes[3];
};
struct Large {
  long numbers[5];
};
std::atomic<Small> small;
std::atomic<Large> large;
int data;

int main() {
  std::thread t([] {
    while (small.load(std::memory_order_acquire).bytes[2] == 0) {
    }
    data++;
    large.store({{1, 2, 3, 4, 5}}, std::memory_order_release);
  });
  data = 1;
  small.store({{0, 0, 1}}, std::memory_order_release);
  t.join();
  return large.load().numbers[4] == 5 && data == 2 ? 0 : 1;
}
