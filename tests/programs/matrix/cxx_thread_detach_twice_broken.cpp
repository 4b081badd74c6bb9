// primitive: std::thread::detach
// expect: assertion
//
// detach of a thread object without a thread throws std::system_error; nobody catches it.
#include <thread>

int main() {
  std::thread worker([] {});
  worker.detach();
  worker.detach();
}
