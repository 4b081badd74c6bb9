// expect: verified
// assumes: nothing
//
// The library reads the clock to compute when the wait gives up. Both ends of the wait are explored: nothing is assumed.
#include <chrono>
#include <mutex>

int main() {
  std::timed_mutex m;
  if (m.try_lock_for(std::chrono::seconds(1))) m.unlock();
  return 0;
}
