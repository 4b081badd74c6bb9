// analyze: verified
// If the second thread cannot be started, the destructor of the first ends the process before that of the data.
#include <mutex>
#include <thread>

int main() {
  std::mutex m;
  int x = 0;
  std::thread a([&] {
    std::lock_guard<std::mutex> guard(m);
    ++x;
  });
  std::thread b([&] {
    std::lock_guard<std::mutex> guard(m);
    ++x;
  });
  int* more = new int(5);
  delete more;
  a.join();
  b.join();
}
