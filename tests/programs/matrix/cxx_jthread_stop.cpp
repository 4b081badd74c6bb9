// primitive: std::jthread::request_stop
// primitive: std::stop_token
// expect: verified
// exit: 0
// flags: -std=c++20
//
// The thread works until it is asked to stop, then main sees what it did.
#include <stop_token>
#include <thread>

static int rounds;

int main() {
  std::jthread worker([](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    rounds = 1;
  });
  if (!worker.request_stop()) return 1;
  if (worker.request_stop()) return 2;
  worker.join();
  return rounds - 1;
}
