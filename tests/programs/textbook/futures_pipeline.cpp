// expect: verified
// exit: 0
// search: dpor optimal
//
// A pipeline of three stages, each in its own thread, handed on by futures: a promise, a packaged task, async.
#include <future>
#include <memory>
#include <thread>

int main() {
  std::promise<std::unique_ptr<int>> source;
  std::future<std::unique_ptr<int>> raw = source.get_future();

  std::packaged_task<std::unique_ptr<int>(std::future<std::unique_ptr<int>>)> doubles(
      [](std::future<std::unique_ptr<int>> input) {
        std::unique_ptr<int> value = input.get();
        *value *= 2;
        return value;
      });
  std::future<std::unique_ptr<int>> doubled = doubles.get_future();
  std::thread middle(std::move(doubles), std::move(raw));

  std::future<int> result =
      std::async(std::launch::async, [input = std::move(doubled)]() mutable { return *input.get() + 1; });

  source.set_value(std::make_unique<int>(20));
  const int value = result.get();
  middle.join();
  return value - 41;
}
