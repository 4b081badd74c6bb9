// The same with std::filesystem.
#include <cassert>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fs = std::filesystem;

static std::uintmax_t scan(const fs::path& top) {
  std::uintmax_t total = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(top))
    if (entry.is_regular_file()) total += entry.file_size() + 1000;
  return total;
}

int main(int, char** argv) {
  const fs::path top = argv[1];
  std::uintmax_t a = 0;
  std::thread other([&] { a = scan(top / "a"); });
  const std::uintmax_t b = scan(top / "b");
  other.join();
  assert(a == 100 * 1000 + 99 * 100 / 2 && b == a);
  std::ofstream(top / "b" / "new") << "12345";
  fs::rename(top / "b" / "file-1", top / "a" / "moved");
  assert(fs::remove(top / "b" / "file-2") && fs::remove_all(top / "a") == 102);
  assert(scan(top / "b") == b - 2 * 1000 - 1 - 2 + 1000 + 5 && !fs::exists(top / "a"));
  return 0;
}
