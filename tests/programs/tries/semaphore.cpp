// expect: verified
// search: dpor optimal
//
// A semaphore that tries a thousand times before it sleeps. Two threads wait: a thousand times a thousand ways to come in
// between, if each try were one.
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <thread>

class Semaphore {
 public:
  Semaphore() { sem_init(&sleepers_, 0, 0); }
  void post() {
    if (count_.fetch_add(1, std::memory_order_release) < 0) sem_post(&sleepers_);
  }
  void wait() {
    for (int tries = 1000; tries > 0; --tries) {
      long free = count_.load(std::memory_order_relaxed);
      if (free > 0 && count_.compare_exchange_strong(free, free - 1, std::memory_order_acquire)) return;
      std::atomic_signal_fence(std::memory_order_acquire);
    }
    if (count_.fetch_sub(1, std::memory_order_acquire) <= 0) sem_wait(&sleepers_);
  }

 private:
  std::atomic<long> count_{0};
  sem_t sleepers_;
};

int main() {
  Semaphore semaphore;
  int message = 0;
  std::atomic<int> woken{0};
  const auto wait = [&] {
    semaphore.wait();
    assert(message == 1);
    woken.fetch_add(1, std::memory_order_relaxed);
  };
  std::thread one(wait), two(wait);
  message = 1;
  semaphore.post();
  semaphore.post();
  one.join();
  two.join();
  assert(woken == 2);
}
