// expect: verified
// Pointers that are stored as the way from themselves to what they point to lead out of their object by intention.
#include <cassert>
#include <cstddef>
#include <memory>
#include <thread>

class RelativePointer {
 public:
  void point_to(int *p) { way_ = reinterpret_cast<char *>(p) - reinterpret_cast<char *>(this); }
  int *get() { return way_ == 0 ? nullptr : reinterpret_cast<int *>(reinterpret_cast<char *>(this) + way_); }

 private:
  std::ptrdiff_t way_ = 0;
};

int main() {
  auto target = std::make_unique<int[]>(1000);
  auto pointer = std::make_unique<RelativePointer>();
  pointer->point_to(&target[500]);
  std::thread t([&] { *pointer->get() = 3; });
  t.join();
  assert(target[500] == 3);
  return 0;
}
