// expect: verified
//
// Virtual functions, std::function and pointers to members of the program.
#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};

static std::mutex lock;
static int total;

int main() {
  std::unique_ptr<Shape> shape = std::make_unique<Square>(3);
  std::function<void(int)> add = [](int n) {
    const std::lock_guard guard(lock);
    total += n;
  };
  int (Shape::*area)() const = &Shape::area;
  std::thread t([&] { add(shape->area()); });
  add((*shape.*area)());
  t.join();
  assert(total == 18);
}
