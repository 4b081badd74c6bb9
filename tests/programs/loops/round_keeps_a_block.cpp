// expect: assertion
//
// A round that keeps what it allocates is none that waits: the third of them fails.
#include <atomic>
#include <cassert>
#include <thread>

struct Node { Node *next; };
std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  Node *kept = nullptr;
  int count = 0;
  while (!ready) {
    kept = new Node{kept};
    assert(++count < 3);
  }
  other.join();
}
