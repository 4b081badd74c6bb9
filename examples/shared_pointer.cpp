// expect: race on latest
// lines: 13, 15
//
// The reference count of a std::shared_ptr is safe to share. A std::shared_ptr variable is not: copying it while
// another thread assigns to it is a race.
#include <memory>
#include <thread>

static std::shared_ptr<int> latest = std::make_shared<int>(1);

int main() {
  std::thread reader([] {
    std::shared_ptr<int> mine = latest;
  });
  latest = std::make_shared<int>(2);
  reader.join();
}
