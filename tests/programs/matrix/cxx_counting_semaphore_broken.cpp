// primitive: std::counting_semaphore
// expect: race on data
// lines: 15, 19
// flags: -std=c++20
//
// Starts at one: the first acquire waits for nobody.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> items(1);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    items.release();
  });
  items.acquire();
  const int seen = data;
  other.join();
  return seen > 1;
}
