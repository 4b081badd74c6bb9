// primitive: std::thread
// expect: misuse
// lines: 10
//
// The thread object ends while its thread can still be joined.
#include <thread>

int main() {
  std::thread worker([] {});
}
