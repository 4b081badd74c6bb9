// analyze: race on x
#include <future>

int x;
int add(int n) {
  x += n;
  return x;
}

int main() {
  auto a = std::async(std::launch::async, add, 1);
  auto b = std::async(std::launch::async, add, 2);
  return a.get() + b.get();
}
