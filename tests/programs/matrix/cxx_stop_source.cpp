// primitive: std::stop_source
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Copies share one state; the request orders what came before it with who sees it.
#include <cassert>
#include <stop_token>
#include <thread>

static int data;

int main() {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  assert(token.stop_possible() && !std::stop_token().stop_possible());
  std::thread worker([copy = source]() mutable {
    data = 1;
    copy.request_stop();
  });
  const int seen = token.stop_requested() ? data : 1;
  worker.join();
  assert(token.stop_requested() && source.stop_requested() && token == source.get_token());
  return seen - 1;
}
