// expect: misuse
// primitive: std::mutex
//
// Whoever comes last deletes the object, and still holds its mutex.
#include <mutex>
#include <thread>

struct Shared {
  std::mutex m;
  int users = 2;
};

int main() {
  auto* shared = new Shared;
  const auto leave = [shared] {
    shared->m.lock();
    if (--shared->users == 0)
      delete shared;
    else
      shared->m.unlock();
  };
  std::thread one(leave);
  leave();
  one.join();
}
