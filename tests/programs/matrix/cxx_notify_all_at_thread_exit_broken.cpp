// primitive: std::notify_all_at_thread_exit
// expect: deadlock
//
// The thread that is to notify at its end waits for the one that waits for it.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

static bool answered;
static std::mutex other_mutex;
static std::condition_variable answer;

int main() {
  std::thread other([] {
    std::unique_lock<std::mutex> lock(m);
    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
    std::unique_lock<std::mutex> waiting(other_mutex);
    answer.wait(waiting, [] { return answered; });
  });
  {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return ready; });
  }
  {
    std::lock_guard<std::mutex> lock(other_mutex);
    answered = true;
  }
  answer.notify_one();
  other.join();
}
