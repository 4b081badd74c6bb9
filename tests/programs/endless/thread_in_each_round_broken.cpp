// expect: race on data
// search: auto
//
// A loop that starts and joins a thread in each round comes to the limit of threads before it looks endless otherwise.
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
int count, data;

[[noreturn]] void start_many() {
  for (int round = 1;; round++) {
    std::thread once([round] {
      std::lock_guard<std::mutex> guard(mutex);
      count++;
      if (round == 3) data = 1;
    });
    once.join();
  }
}
}  // namespace

int main() {
  std::thread starter(start_many);
  starter.detach();
  data = 2;
  std::lock_guard<std::mutex> guard(mutex);
}
