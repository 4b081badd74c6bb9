// expect: assertion
//
// What a program does may depend on the number of its process or of a thread, here who looks when. The numbers are the
// same in every run: what was found can be replayed.
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};

int main() {
  const bool odd = (gettid() / 2 + getpid()) % 2 != 0;
  std::thread t([=] {
    x = 1;
    x = odd ? 2 : 3;
  });
  if (odd) x.load();
  assert(x.load() != (odd ? 2 : 3));
  t.join();
}
