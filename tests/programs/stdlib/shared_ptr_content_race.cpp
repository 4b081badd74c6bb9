// expect: race on heap block
// lines: 10, 11
//
// The count is safe, the object is not.
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(1);
  std::thread other([shared] { *shared = 2; });
  *shared = 3;
  other.join();
}
