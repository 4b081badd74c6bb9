// primitive: std::promise::set_value_at_thread_exit
// expect: deadlock
//
// The thread gets the value that will be there only when it has ended.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&] {
    promise.set_value_at_thread_exit(2);
    future.get();
  });
  other.join();
}
