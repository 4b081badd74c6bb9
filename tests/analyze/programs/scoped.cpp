// analyze: verified
#include <mutex>
#include <thread>
static std::mutex m, n;
static int x;
static void one() {
  std::scoped_lock lock(m, n);
  x++;
}
static void two() {
  std::scoped_lock lock(n, m);
  x++;
}
int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x;
}
