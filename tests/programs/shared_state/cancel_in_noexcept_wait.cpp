// expect: assertion
// message: noexcept
//
// std::condition_variable::wait() is noexcept: a thread that is cancelled there takes the program with it.
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
