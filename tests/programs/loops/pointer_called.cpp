// expect: verified
//
// A round that calls functions of the program through pointers and tables of virtual functions, and looks.
#include <atomic>
#include <thread>

struct Base {
  virtual ~Base() = default;
  virtual bool over() const = 0;
};
struct Never : Base {
  bool over() const override { return false; }
};
static bool no() { return false; }
static bool (*function)() = no;
static std::atomic<int> ready;

int main(int count, char **) {
  Base *const base = count > 5 ? nullptr : new Never;
  if (count > 5) function = nullptr;
  std::thread other([] { ready = 1; });
  while (ready.load(std::memory_order_acquire) != 1)
    if (base->over() || function()) break;
  other.join();
  delete base;
}
