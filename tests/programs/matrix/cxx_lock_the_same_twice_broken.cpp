// expect: misuse
// primitive: std::lock
//
// The same mutex twice in one std::lock: it would wait for itself.
#include <mutex>

int main() {
  std::mutex mutex;
  std::lock(mutex, mutex);
}
