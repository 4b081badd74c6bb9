// expect: assertion
// search: dpor optimal
// flags: -std=c++20
//
// A file that is there when it is looked for may be gone when it is used: the exception that nobody catches.
#include <filesystem>
#include <fstream>
#include <thread>

namespace fs = std::filesystem;

int main() {
  const fs::path name = "/tmp/heddle-gone";
  std::ofstream(name) << "x";
  std::thread other([&] { fs::remove(name); });
  if (fs::exists(name)) (void)fs::file_size(name);
  other.join();
  return 0;
}
