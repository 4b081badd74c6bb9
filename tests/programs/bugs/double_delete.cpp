// expect: memory
//
// The same object deleted twice by one thread.
#include <thread>

int main() {
  int* object = new int(1);
  std::thread([object] { delete object; }).join();
  delete object;
}
