// expect: verified
//
// std::unique_ptr moved into a thread and its result moved back.
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto in = std::make_unique<int>(20);
  std::unique_ptr<int> out;
  std::thread other([in = std::move(in), &out]() mutable {
    *in += 1;
    out = std::move(in);
  });
  other.join();
  return *out - 21;
}
