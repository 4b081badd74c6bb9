// expect: misuse
// message: joinable
// lines: 10
//
// A new thread is assigned over one that is still joinable: std::terminate.
#include <thread>

int main() {
  std::thread thread([] {});
  thread = std::thread([] {});
  thread.join();
}
