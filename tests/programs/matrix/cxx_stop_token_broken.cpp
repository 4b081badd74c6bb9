// primitive: std::stop_token
// expect: livelock
// flags: -std=c++20
//
// The token belongs to another source than the one that is asked to stop.
#include <stop_token>
#include <thread>

int main() {
  std::stop_source asked, forgotten;
  std::thread worker([stop = forgotten.get_token()] {
    while (!stop.stop_requested()) std::this_thread::yield();
  });
  asked.request_stop();
  worker.join();
}
