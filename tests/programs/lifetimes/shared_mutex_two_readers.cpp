// expect: verified
// flags: -std=c++17
//
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex m;
  std::thread other([&] { std::shared_lock<std::shared_mutex> guard(m); });
  {
    std::shared_lock<std::shared_mutex> guard(m);
  }
  std::shared_lock<std::shared_mutex> again(m);
  other.join();
}
