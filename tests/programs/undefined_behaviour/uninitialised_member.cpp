// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
// flags: -std=c++20
//
// A member that the constructor forgets decides what a thread does.
#include <atomic>
#include <thread>

struct Settings {
  Settings() : rounds(1) {}
  int rounds;
  bool twice;
};

std::atomic<int> done;

int main() {
  Settings settings;
  std::thread worker([&] {
    done += settings.rounds;
    if (settings.twice) done += settings.rounds;
  });
  worker.join();
}
