// primitive: std::stop_callback
// expect: verified
// exit: 0 1
// flags: -std=c++20
//
// The destructor of a callback waits while another thread runs it.
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int called = 0;
  std::thread stopper([&] { source.request_stop(); });
  {
    std::stop_callback on_stop(source.get_token(), [&] { called++; });
  }
  const int result = called;
  stopper.join();
  return result;
}
