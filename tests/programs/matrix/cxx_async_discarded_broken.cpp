// primitive: std::async, launch::async
// expect: deadlock
//
// The future that nobody keeps waits for its thread at once; the gate opens only after that.
#include <future>

int main() {
  std::promise<void> gate;
  (void)std::async(std::launch::async, [opened = gate.get_future().share()] { opened.wait(); });
  gate.set_value();
}
