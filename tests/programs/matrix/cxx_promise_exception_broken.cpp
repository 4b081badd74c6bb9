// primitive: std::promise::set_exception
// expect: assertion
//
// Nobody catches the exception that get throws.
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread other([&] { promise.set_exception(std::make_exception_ptr(std::runtime_error("late"))); });
  future.get();
  other.join();
}
