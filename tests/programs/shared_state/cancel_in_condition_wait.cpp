// expect: verified
// exit: 0
//
// std::condition_variable::wait() may throw: a thread that is cancelled there is unwound, and its lock given back.
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable changed;
  bool go = false;
  std::thread t([&] {
    std::unique_lock lock(m);
    while (!go) changed.wait(lock);
  });
  pthread_cancel(t.native_handle());
  {
    std::lock_guard lock(m);
    go = true;
  }
  changed.notify_one();
  t.join();
}
