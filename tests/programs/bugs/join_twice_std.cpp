// expect: assertion
// message: std::system_error
// lines: 11
//
// join() of a std::thread that was joined already throws, and nobody catches it.
#include <thread>

int main() {
  std::thread thread([] {});
  thread.join();
  thread.join();
}
