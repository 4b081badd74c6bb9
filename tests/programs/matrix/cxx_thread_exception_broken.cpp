// primitive: std::thread
// expect: assertion
//
// An exception that leaves the function of a thread ends the program (std::terminate).
#include <stdexcept>
#include <thread>

int main() {
  std::thread worker([] { throw std::runtime_error("inside"); });
  worker.join();
}
