#include <mutex>
#include <thread>
std::mutex m;
int main() {
  m.lock();
  std::thread t([] { m.unlock(); });
  t.join();
}
