// expect: verified
// primitive: std::mutex
// exit: 0
//
// Whoever comes last deletes the object, after it has let go of the mutex.
#include <mutex>
#include <thread>

struct Shared {
  std::mutex m;
  int users = 2;
};

int main() {
  auto* shared = new Shared;
  const auto leave = [shared] {
    std::unique_lock lock(shared->m);
    const bool last = --shared->users == 0;
    lock.unlock();
    if (last) delete shared;
  };
  std::thread one(leave);
  leave();
  one.join();
}
