// expect: assertion
// message: Broken promise
//
// A stage that gives up without a result, and a consumer that is not prepared for it: future_error, std::terminate.
#include <future>
#include <thread>

int main() {
  std::promise<int> source;
  std::future<int> result = source.get_future();
  std::thread stage([](std::promise<int>) {}, std::move(source));
  stage.join();
  return result.get();
}
