// expect: assertion
//
// Nobody catches it: std::terminate, like every exception that leaves a thread.
#include <cstddef>
#include <thread>

volatile std::size_t huge = std::size_t{1} << 40;

int main() {
  std::thread t([] { new char[huge]; });
  t.join();
}
