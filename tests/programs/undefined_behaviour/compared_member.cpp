// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// A member that the constructor forgets, compared with a number in a thread.
#include <cassert>
#include <thread>

struct Settings {
  Settings() : rounds(1) {}
  int rounds;
  int mode;
};

int main() {
  Settings settings;
  bool found = false;
  std::thread worker([&] { found = settings.mode == 7; });
  worker.join();
  assert(!found);
}
