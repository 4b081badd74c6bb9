// expect: crash
// lines: 10
// signal: SIGSEGV
// message: call through a null pointer
//
#include <thread>

int main() {
  void (*f)() = nullptr;
  std::thread t([f] { f(); });
  t.join();
}
