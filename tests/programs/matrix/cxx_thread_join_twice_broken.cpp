// primitive: std::thread::join
// expect: assertion
//
// The exception of the second join is not caught.
#include <thread>

int main() {
  std::thread worker([] {});
  worker.join();
  worker.join();
}
