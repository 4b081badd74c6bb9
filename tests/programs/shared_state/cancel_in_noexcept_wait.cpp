// expect: assertion
//
// As cancel_in_condition_wait.cpp, but the function that waits is noexcept: whoever is cancelled there takes the program
// with it.
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <thread>

static void await(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const bool& go) noexcept {
  while (!go) changed.wait(lock);
}

int main() {
  std::mutex m;
  std::condition_variable changed;
  bool go = false;
  std::thread t([&] {
    std::unique_lock lock(m);
    await(changed, lock, go);
  });
  pthread_cancel(t.native_handle());
  {
    std::lock_guard lock(m);
    go = true;
  }
  changed.notify_one();
  t.join();
}
