// analyze: verified
// options: --property race
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
static void run() {
  std::unique_lock<std::mutex> lock(m);
  c.wait(lock, [] { return ready; });
  ready = false;
}
int main() {
  std::thread t(run);
  {
    std::lock_guard<std::mutex> guard(m);
    ready = true;
  }
  c.notify_one();
  t.join();
}
