// analyze: race on x
// The thread outlives the data: its destructor does not wait for a detached one.
#include <thread>

void start() {
  int x = 0;
  std::thread a([&] { ++x; });
  a.detach();
}

int main() { start(); }
