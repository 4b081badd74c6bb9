// primitive: std::stop_callback
// expect: race on called
// lines: 14, 16
// flags: -std=c++20
//
// The counter is read while the callback may still be called.
#include <stop_token>
#include <thread>

static int called;

int main() {
  std::stop_source source;
  std::stop_callback on_stop(source.get_token(), [] { called++; });
  std::thread stopper([&] { source.request_stop(); });
  const int result = called;
  stopper.join();
  return result;
}
