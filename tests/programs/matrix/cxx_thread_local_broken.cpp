// primitive: thread_local
// expect: memory
// lines: 18
//
// The object of a thread that has ended is used.
#include <thread>

struct Holder {
  int* value = new int(1);
  ~Holder() { delete value; }
};
static thread_local Holder holder;
static int* leaked;

int main() {
  std::thread other([] { leaked = holder.value; });
  other.join();
  return *leaked;
}
