// primitive: std::thread
// expect: verified
//
// What is thrown inside the thread is caught there.
#include <stdexcept>
#include <thread>

static int caught;

int main() {
  std::thread worker([] {
    try {
      throw std::runtime_error("inside");
    } catch (const std::exception&) {
      caught = 1;
    }
  });
  worker.join();
  return caught - 1;
}
