// expect: verified
// assumes: malloc succeeds
//
// The same with a constructor that forgets nothing.
#include <cassert>
#include <thread>

struct Settings {
  Settings() : rounds(1), mode(2) {}
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
