// analyze: deadlock
#include <mutex>
#include <thread>
static std::mutex m, n;
static int x;
static void one() {
  std::lock_guard a(m);
  std::lock_guard b(n);
  x++;
}
static void two() {
  std::lock_guard a(n);
  std::lock_guard b(m);
  x++;
}
int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x;
}
