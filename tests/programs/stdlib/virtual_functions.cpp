// expect: verified
//
// Virtual calls, multiple inheritance and dynamic_cast in threads.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Named {
  virtual ~Named() = default;
  int tag = 1;
};
struct Square : Shape, Named {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
struct Point : Shape {
  int area() const override { return 0; }
};

static std::mutex m;
static int total;

static void work(const Shape* shape) {
  int tag = 0;
  if (auto* named = dynamic_cast<const Named*>(shape)) tag = named->tag;
  std::lock_guard<std::mutex> lock(m);
  total += shape->area() + tag;
}

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  shapes.push_back(std::make_unique<Point>());
  std::thread one(work, shapes[0].get()), two(work, shapes[1].get());
  one.join();
  two.join();
  return total - 10;
}
