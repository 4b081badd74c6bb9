// primitive: std::shared_future
// expect: verified
// exit: 0
//
// Each thread has a copy; all see the value.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  int theirs = 0;
  std::thread other([future, &theirs] { theirs = future.get() + data; });
  std::thread setter([&] {
    data = 1;
    promise.set_value(1);
  });
  const int mine = future.get() + data;
  other.join();
  setter.join();
  return mine + theirs - 4;
}
