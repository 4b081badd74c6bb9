// primitive: std::unique_lock
// expect: assertion
//
// unlock of what is not locked throws std::system_error; nobody catches it.
#include <mutex>

static std::mutex m;

int main() {
  std::unique_lock<std::mutex> lock(m);
  lock.unlock();
  lock.unlock();
}
