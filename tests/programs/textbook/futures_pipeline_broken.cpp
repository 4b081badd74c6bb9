// expect: race on heap block
// lines: 12, 20
//
// A stage that goes on working on what it has handed over already.
#include <future>
#include <memory>
#include <thread>

static void first_stage(std::promise<std::shared_ptr<int>> output) {
  auto value = std::make_shared<int>(20);
  output.set_value(value);
  *value *= 2;
}

int main() {
  std::promise<std::shared_ptr<int>> source;
  std::future<std::shared_ptr<int>> handed = source.get_future();
  std::thread stage(first_stage, std::move(source));
  auto value = handed.get();
  const int seen = *value;
  stage.join();
  return seen - 40;
}
