// primitive: std::promise::set_exception
// expect: verified
// exit: 0
//
// The exception travels to the thread that gets the value.
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&] {
    try {
      throw std::runtime_error("late");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  int result = 1;
  try {
    result = future.get();
  } catch (const std::runtime_error& error) {
    result = std::string(error.what()) != "late";
  }
  other.join();
  return result;
}
