// expect: verified
//
// A spin lock. A thread that spins is treated as waiting until what it reads changes, so even a loop without end in
// it is checked completely.
#include <atomic>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { busy_.clear(std::memory_order_release); }

 private:
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

static SpinLock spin;
static int counter;

static void work() {
  spin.lock();
  counter++;
  spin.unlock();
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  return counter - 2;
}
