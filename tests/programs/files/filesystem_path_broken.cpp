// expect: race on shared
// search: dpor
// flags: -std=c++20
//
// A path is an object as any other: one thread assigns it, another reads it.
#include <filesystem>
#include <thread>

static std::filesystem::path shared;

int main() {
  std::thread other([] { shared = std::filesystem::path("x"); });
  (void)shared.empty();
  other.join();
  return 0;
}
