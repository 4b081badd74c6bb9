// primitive: std::stop_source
// expect: race on data
// lines: 16, 18
// flags: -std=c++20
//
// The data is written after the request.
#include <stop_token>
#include <thread>

static int data;

int main() {
  std::stop_source source;
  std::thread worker([copy = source]() mutable {
    copy.request_stop();
    data = 1;
  });
  const int seen = source.stop_requested() ? data : 1;
  worker.join();
  return seen > 1;
}
