// primitive: std::stop_callback
// expect: verified
// flags: -std=c++20
//
// A callback registered after the request runs at once, in the thread that registers it.
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  source.request_stop();
  std::thread worker([&] {
    std::thread::id where;
    std::stop_callback on_stop(source.get_token(), [&] { where = std::this_thread::get_id(); });
    assert(where == std::this_thread::get_id());
  });
  worker.join();
}
