// expect: race on made.place.y
// lines: 16, 17
//
// A member of a base class of an object on the stack is named with its path.
#include <string>
#include <thread>

struct Point {
  int x = 0, y = 0;
};
struct Shape {
  virtual ~Shape() = default;
  Point place;
};
struct Circle : Shape {
  void move() { place.y++; }
  int where() const { return place.y; }
  std::string name = "circle";
};

int main() {
  Circle made;
  std::thread mover([&] { made.move(); });
  const int y = made.where();
  mover.join();
  return y == 5;
}
