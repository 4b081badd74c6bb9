// expect: deadlock
//
// Two stages that wait for each other's result first.
#include <future>
#include <thread>

int main() {
  std::promise<int> left, right;
  std::future<int> from_left = left.get_future(), from_right = right.get_future();
  std::thread stage([&] { left.set_value(from_right.get() + 1); });
  right.set_value(from_left.get() + 1);
  stage.join();
}
