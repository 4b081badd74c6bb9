// expect: verified
// primitive: std::future::wait_for
// exit: 0
//
// Asked again and again whether it is ready.
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&] { promise.set_value(3); });
  while (future.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
  }
  const int value = future.get();
  worker.join();
  return value - 3;
}
