// expect: assertion
// lines: 25
// search: dfs dpor optimal
//
// The same with a lock type of the program's own.
#include <cassert>
#include <mutex>
#include <thread>

struct Lock {
  void lock() { mutex.lock(); }
  bool try_lock() { return mutex.try_lock(); }
  void unlock() { mutex.unlock(); }
  std::mutex mutex;
};
Lock a, b;

int main() {
  b.lock();
  std::thread t([] {
    std::lock(a, b);
    a.unlock();
    b.unlock();
  });
  assert(a.try_lock());
  a.unlock();
  b.unlock();
  t.join();
}
