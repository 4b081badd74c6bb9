// expect: deadlock
// search: dpor optimal
//
// writers_first.cpp whose last writer wakes one reader instead of all: the other one sleeps for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

class Lock {
 public:
  void lock_shared() {
    std::unique_lock hold(m_);
    may_read_.wait(hold, [&] { return !writing_ && waiting_ == 0; });
    readers_++;
  }
  void unlock_shared() {
    std::lock_guard hold(m_);
    if (--readers_ == 0) may_write_.notify_one();
  }
  void lock() {
    std::unique_lock hold(m_);
    waiting_++;
    may_write_.wait(hold, [&] { return !writing_ && readers_ == 0; });
    waiting_--;
    writing_ = true;
  }
  void unlock() {
    std::lock_guard hold(m_);
    writing_ = false;
    if (waiting_)
      may_write_.notify_one();
    else
      may_read_.notify_one();
  }

 private:
  std::mutex m_;
  std::condition_variable may_read_, may_write_;
  int readers_ = 0, waiting_ = 0;
  bool writing_ = false;
};

static Lock guard;
static int value;

static int read_value() {
  guard.lock_shared();
  int seen = value;
  guard.unlock_shared();
  return seen;
}

int main() {
  std::thread one(read_value), two(read_value);
  guard.lock();
  value++;
  guard.unlock();
  one.join();
  two.join();
}
