// analyze: verified
#include <mutex>
#include <thread>
static std::mutex m;
static int sum;
int main() {
  std::thread threads[3];
  for (auto& thread : threads)
    thread = std::thread([] {
      std::lock_guard<std::mutex> guard(m);
      sum++;
    });
  for (auto& thread : threads) thread.join();
  return sum - 3;
}
