// primitive: std::thread::join
// expect: verified
// exit: 0
//
// join of a thread object without a thread throws std::system_error (invalid_argument).
#include <system_error>
#include <thread>

int main() {
  std::thread worker([] {});
  worker.join();
  try {
    worker.join();
  } catch (const std::system_error& error) {
    return error.code() != std::errc::invalid_argument;
  }
  return 1;
}
