// analyze: verified
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static void run() {
  std::unique_lock<std::mutex> lock(m, std::try_to_lock);
  if (lock.owns_lock()) x++;
}
int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
  return x;
}
