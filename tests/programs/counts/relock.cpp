// expect: verified
// executions(dfs): 3
// executions(dpor): 1
// executions(optimal): 1
// blocked(optimal): 0
//
// Who has a recursive mutex and locks it again needs no turn for that: nobody can tell when it happens. So the other
// thread's store comes before the section, inside or after it. (The try lock makes unlocking visible to the search.)
#include <atomic>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
std::atomic<bool> stored;

void nest() {
  std::lock_guard outer(mutex);
  std::lock_guard middle(mutex);
  std::lock_guard inner(mutex);
}

int main() {
  std::thread first(nest), second([] { stored = true; });
  first.join();
  second.join();
  if (mutex.try_lock()) mutex.unlock();
}
