// expect: race on x
// search: dfs dpor optimal
//
// Who finds a mutex busy has learnt nothing about what its owner did.
#include <mutex>
#include <thread>

std::mutex a, b;
int x;

int main() {
  std::thread t([] {
    std::scoped_lock both(a, b);
    x = 1;
  });
  if (!a.try_lock())
    ++x;
  else
    a.unlock();
  t.join();
}
