#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable cv;
bool ready;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> l(m);
    cv.wait(l);
  });
  {
    std::lock_guard<std::mutex> g(m);
    ready = true;
  }
  cv.notify_one();
  t.join();
}
