// expect: verified
//
// A loop that asks a future without waiting is one that waits: the virtual function that it calls on the way is part of the
// program, and changes nothing.
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&] { promise.set_value(1); });
  while (future.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {
  }
  other.join();
  return future.get() - 1;
}
