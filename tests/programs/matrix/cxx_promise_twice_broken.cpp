// primitive: std::promise set twice
// expect: assertion
//
// The second set_value throws and nobody catches it.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::thread other([&] { promise.set_value(0); });
  promise.set_value(1);
  other.join();
}
