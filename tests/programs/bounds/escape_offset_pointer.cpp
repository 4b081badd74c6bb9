// expect: race on target
// lines: 22, 33
//
// An offset pointer: what is stored is the way from the pointer itself to the local, which is no address.
#include <atomic>
#include <cstdint>
#include <thread>

struct OffsetPointer {
  std::intptr_t offset = 0;
  void point_to(int *p) { offset = reinterpret_cast<std::intptr_t>(p) - reinterpret_cast<std::intptr_t>(this); }
  int *get() const { return reinterpret_cast<int *>(reinterpret_cast<std::intptr_t>(this) + offset); }
};

OffsetPointer pointer;
std::atomic<bool> published{false};

int main() {
  std::thread reader([] {
    if (!published) return;
    int *p = pointer.get();
    *p += 1;
  });
  {
    int target = 0;
    pointer.point_to(&target);
    published = true;
    std::thread writer([] {});
    writer.join();
    // Not an access of the lambda: the local is captured by nobody.
    int *own = &target;
    if (own == nullptr) return 1;
    target = 7;
    reader.join();
    if (target < 7) return 0;
  }
  return 0;
}
