// primitive: std::thread move
// expect: misuse
// lines: 10
//
// Assigning to a thread object whose thread can still be joined ends the program.
#include <thread>

int main() {
  std::thread worker([] {});
  worker = std::thread([] {});
  worker.join();
}
