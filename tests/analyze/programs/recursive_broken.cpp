// analyze: deadlock
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static void inner() {
  std::lock_guard guard(m);
  x++;
}
static void run() {
  std::lock_guard guard(m);
  inner();
  x++;
}
int main() {
  std::thread a(run), b(run);
  a.join();
  b.join();
  return x;
}
