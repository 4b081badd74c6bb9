// analyze: race on x
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static void run() {
  {
    std::lock_guard<std::mutex> guard(m);
  }
  x++;
}
int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
  return x;
}
