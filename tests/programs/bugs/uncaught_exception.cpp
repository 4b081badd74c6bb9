// expect: assertion
// message: uncaught exception of type std::runtime_error: nobody catches this
// lines: 10
//
// An exception that no one catches in a thread: std::terminate.
#include <stdexcept>
#include <thread>

int main() {
  std::thread thread([] { throw std::runtime_error("nobody catches this"); });
  thread.join();
}
