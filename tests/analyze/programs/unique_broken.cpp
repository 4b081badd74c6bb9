// analyze: race on x
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static void run() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  lock.lock();
  x++;
  lock.unlock();
  x++;
}
int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
  return x;
}
