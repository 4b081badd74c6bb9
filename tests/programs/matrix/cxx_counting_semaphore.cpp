// primitive: std::counting_semaphore
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Two may enter together; a third waits. What came before release is seen after acquire.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> items(0);
static int data[2];

int main() {
  std::thread other([] {
    data[0] = 1;
    data[1] = 2;
    items.release(2);
  });
  items.acquire();
  const int first = data[0];
  items.acquire();
  const int second = data[1];
  other.join();
  return first + second - 3;
}
